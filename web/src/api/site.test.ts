import { expect, test } from 'vitest'
import { readSite } from './site.ts'

const pageWith = (script: string) => {
  const page = document.implementation.createHTMLDocument()
  const element = page.createElement('script')
  element.type = 'application/json'
  element.id = 'site'
  element.textContent = script
  page.head.append(element)
  return page
}

test("the page uses the operator's settings", () => {
  const site = readSite(pageWith('{"brandName":"Dhaka Blood Bank","shortestPassword":8}'))
  expect(site).toMatchObject({ brandName: 'Dhaka Blood Bank', shortestPassword: 8 })
})

test('without settings from the server the defaults apply', () => {
  const site = readSite(document.implementation.createHTMLDocument())
  expect(site).toMatchObject({
    brandName: 'University Blood Bank',
    clubName: 'University Computer Club',
    clubLinks: { website: null, facebook: null, linkedIn: null },
    shortestPassword: 6,
  })
})
