import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { sharedProduct } from './testing/product.ts'
import { listRoutes } from './testing/routes.ts'
import {
  becomeAdmin,
  becomeDonor,
  becomeMember,
  newAddress,
  postBloodRequest,
  signOut,
} from './testing/steps.ts'
import type { Visitor } from './testing/visitor.ts'

/** Anybody's email address or mobile number. */
const ANY_EMAIL = /[\w.+-]+@[\w-]+\.\w+/g
const ANY_NUMBER = /(?<![\w-])(?:\+?88)?01[1-9][\d -]{8,}/g

/** What no page may have: inline styles and scripts, which the content security policy forbids, and parts that React has not finished. */
const FORBIDDEN = /<[^>]* style=|<script(?![^>]* (?:src=|type="application\/json"))[^>]*>|<!--\$[!?]-->/g

test('pages hold nothing of others but what their person may read, and nothing inline', async ({
  aVisitor,
}) => {
  const karim = await aVisitor()
  const name = 'Karim Hidden'
  const ofKarim = await becomeDonor(karim, {
    fullName: name,
    contactNumber: '01719-876543',
    bloodGroup: 'AB-',
  })
  await postBloodRequest(karim, 'Patient of Karim')

  const visitor = await aVisitor()
  const rima = await aVisitor()
  await becomeMember(rima, newAddress('rima'))
  const admin = await aVisitor()
  await becomeAdmin(admin, sharedProduct.dataDir, newAddress('chief'))
  const paths = [
    ...(await listRoutes()).map(path => path.replace(/:\w+/, 'k'.repeat(43))),
    '/find-donors?bloodGroup=AB-',
  ]
  expect(paths).toContain('/admin/donors')
  const read = async ({ page }: Visitor) => {
    const pages = new Map<string, string>()
    for (const path of paths) pages.set(path, await (await page.request.get(path)).text())
    return pages
  }
  const [ofVisitor, ofRima, ofAdmin] = await Promise.all([read(visitor), read(rima), read(admin)])
  // A server that has much to do sends pages without data: these are read until they have some.
  for (const [{ page }, pages, path, text] of [
    [rima, ofRima, '/find-donors?bloodGroup=AB-', name],
    [rima, ofRima, '/view-requests', 'Patient of Karim'],
    [admin, ofAdmin, '/admin/donors', name],
    [admin, ofAdmin, '/admin/users', ofKarim],
  ] as const)
    await expect
      .poll(async () => pages.set(path, await (await page.request.get(path)).text()).get(path))
      .toContain(text)
  for (const [path, html] of ofVisitor) {
    expect(html.match(ANY_EMAIL), path).toBeNull()
    expect(html.match(ANY_NUMBER), path).toBeNull()
    expect(html, path).not.toContain('Karim')
  }
  for (const [path, html] of ofRima) {
    expect(html, path).not.toContain(ofKarim)
    expect(html.replaceAll(/[^\d]/g, ''), path).not.toContain('1719876543')
  }
  for (const pages of [ofVisitor, ofRima, ofAdmin])
    for (const [path, html] of pages) expect(html.match(FORBIDDEN) ?? [], path).toEqual([])
})

test('going back after signing out shows nothing of the session', async ({ aVisitor }) => {
  const rima = await aVisitor()
  await becomeDonor(rima, { fullName: 'Rehana Backdoor' })
  await rima.page.addInitScript(() => {
    const texts = new Set<string>()
    Object.assign(window, { texts })
    new MutationObserver(() => texts.add(document.body?.innerText ?? '')).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  // A stream that opens after the session has ended is refused.
  const visit = async (path: string) => {
    const streamOpened = rima.page.waitForResponse('**/api/live*')
    await rima.open(path)
    await streamOpened
  }
  await visit('/dashboard')
  await rima.sees('Rehana Backdoor')
  await visit('/privacy')
  await signOut(rima)
  await rima.page.goBack()
  await rima.page.goBack()
  await rima.comesTo('/login')
  await rima.sees('Please log in to view your dashboard.')
  const texts = await rima.page.evaluate(() => [...(window as unknown as { texts: Set<string> }).texts])
  expect(texts).not.toEqual([])
  for (const text of texts) expect(text).not.toMatch(/Rehana|My Donor Profile|Logout|donor\./)
})
