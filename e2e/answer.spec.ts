import type { Request } from '@playwright/test'
import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import { type AVisitor, test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { sharedProduct } from './testing/product.ts'
import { becomeDonor, becomeMember, newAddress, postBloodRequest } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'
import { aWalk } from './testing/walk.ts'

/** No other test has requests of this group, and its donors can give to no other. */
const GROUP = 'AB+'
const HOSPITAL = 'National Heart Institute'
const PATIENT = 'Rokeya Sultana'

/** Opens the dashboard and waits for the request. @returns what it shows of it */
async function showCard(requester: Visitor) {
  await requester.open('/dashboard')
  const card = requester.page.getByRole('article', { name: PATIENT })
  await card.waitFor()
  return card
}

/** A mail scanner: fetches the link twice, then opens it in a browser that runs scripts, and presses nothing. */
async function scan(aVisitor: AVisitor, link: string) {
  const { url } = sharedProduct
  for (let times = 0; times < 2; times += 1) expect((await fetch(url + link)).status).toBe(200)
  const scanner = await aVisitor()
  await scanner.open(link)
  await scanner.page.getByRole('button', { name: 'I can donate' }).waitFor()
  await scanner.page.waitForLoadState('networkidle')
}

/** Opens the link on a phone in which nobody has signed in, and records the requests there. */
async function followOnPhone(aVisitor: AVisitor, link: string) {
  const token = link.split('token=')[1] ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  const phone = await aVisitor(PHONE)
  const requests: Request[] = []
  phone.page.on('request', req => requests.push(req))
  await phone.open(link)
  await phone.heading(`${GROUP} blood is needed`)
  await phone.comesTo('/answer')
  expect(phone.page.url()).not.toContain(token)
  const expectNoToken = async () => {
    expect(requests).not.toEqual([])
    for (const req of requests) {
      expect(req.url().split('#')[0]).not.toContain(token)
      expect((await req.allHeaders()).referer ?? '').not.toContain(token)
    }
  }
  return { phone, expectNoToken }
}

test('donors are asked by email, answer on their phones without signing in, and say when they arrive', async ({
  aVisitor,
}) => {
  const [farhanaEmail, imranEmail] = [
    await becomeDonor(await aVisitor(), {
      fullName: 'Farhana Islam',
      bloodGroup: GROUP,
      contactNumber: '01711-222333',
    }),
    await becomeDonor(await aVisitor(), {
      fullName: 'Imran Hossain',
      bloodGroup: GROUP,
      contactNumber: '01711-444555',
    }),
  ]
  const requester = await aVisitor()
  await becomeMember(requester, newAddress('tasnim'))
  await postBloodRequest(requester, PATIENT, {
    requiredBloodGroup: GROUP,
    hospitalName: HOSPITAL,
    contactPerson: 'Tasnim Khatun',
  })

  const mail = await mailTo(farhanaEmail, /AB\+ needed today: National Heart Institute \(2 units\)/)
  expect(mail.text).not.toMatch(/Rokeya|Tasnim|01812/)
  const link = linkIn(mail)
  await scan(aVisitor, link)

  const { phone, expectNoToken } = await followOnPhone(aVisitor, link)
  await phone.sees(HOSPITAL)
  expect(await phone.page.getByText(PATIENT).count()).toBe(0)
  await phone.sees('2 units')
  await phone.press('I can donate')
  await phone.field('Last four digits of your phone number').fill('0000')
  phone.expects('403 POST /api/alerts/acceptances')
  await phone.press('Yes, I can donate')
  await phone.sees('You can try 4 times more.')
  let request = await showCard(requester)
  expect(await request.getByText('Farhana Islam').count()).toBe(0)

  await phone.field('Last four digits of your phone number').fill('2333')
  await phone.press('Yes, I can donate')
  await phone.heading('Thank you, Farhana Islam. They are waiting for you.')
  const call = phone.page.getByRole('link', { name: 'Call Tasnim Khatun 01812-345678' })
  const walk = aWalk(phone)
  await walk.read(call)
  expect(walk.effort.words).toBeLessThanOrEqual(77)
  // Without scrolling.
  await expect(call).toBeInViewport({ ratio: 1 })
  expect(await call.getAttribute('href')).toBe('tel:01812345678')
  const directions = phone.page.getByRole('link', { name: 'Directions' })
  await expect(directions).toBeInViewport({ ratio: 1 })
  expect(await directions.getAttribute('href')).toContain('destination=National+Heart+Institute')
  request = await showCard(requester)
  await request.getByText('Farhana Islam').first().waitFor()
  await request.getByRole('link', { name: '01711-222333' }).waitFor()

  // The requester, whose page is open, reads it without doing anything.
  await phone.press('15 min')
  await phone.sees(/^You said: there by about \d+:\d\d [AP]M$/)
  await request
    .getByText(/on (the|their) way/i)
    .first()
    .waitFor()

  // A phone that needs memory during the call discards the page.
  await phone.page.reload()
  await phone.heading('Thank you, Farhana Islam. They are waiting for you.')
  await call.waitFor()
  await phone.sees(/^You said: there by about/)

  // Whoever opens the link on another device sees no number before the digits are entered.
  const other = await aVisitor(PHONE)
  await other.open(link)
  await other.heading('Thank you. They are waiting for you.')
  expect(await other.page.getByText(/01812|Tasnim|Rokeya|Farhana/).count()).toBe(0)
  await other.press('Show whom to call')
  await other.field('Last four digits of your phone number').fill('2333')
  await other.press('Show whom to call')
  await other.page.getByRole('link', { name: 'Call Tasnim Khatun 01812-345678' }).waitFor()

  const { phone: imran, expectNoToken: expectNoTokenOfImran } = await followOnPhone(
    aVisitor,
    linkIn(await mailTo(imranEmail, /AB\+ needed today/)),
  )
  await imran.press('Not this time')
  await imran.sees('Another donor is asked in your place, and nobody is told that you declined.')
  await imran.press('Pause alerts')
  await imran.press('Pause')
  await imran.sees(/^Your alerts are paused until \w+ \d+, \d{4}\./)

  await phone.press("I can't come")
  await phone.sees('Another donor is asked in your place')
  request = await showCard(requester)
  await request.getByText('A donor can no longer come').waitFor()
  expect(await requester.page.getByText(/Farhana Islam|Imran Hossain|01711-(222333|444555)/).count()).toBe(0)

  await click(request.getByRole('button', { name: 'Cancel' }))
  await requester.press('Cancel this request')
  await requester.sees('The blood request was cancelled.')
  const later = await phone.anotherTab()
  later.expects('409 POST /api/alerts/lookups')
  await later.open(link)
  await later.sees(
    'This request was cancelled. Nobody has to come any more. Thank you for being ready to help.',
  )
  await expectNoToken()
  await expectNoTokenOfImran()
})
