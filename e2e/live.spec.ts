import { expect } from '@playwright/test'
import { findSmallTargets } from './testing/checks/targets.ts'
import { click } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { recordShifts, shiftOf } from './testing/layout-shifts.ts'
import { becomeMember, newAddress, postBloodRequest, requestCardOf } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

/** @returns the patient of the request posted */
async function post(visitor: Visitor, patientName: string) {
  await postBloodRequest(visitor, patientName)
  return patientName
}

const card = requestCardOf

const topOf = async (visitor: Visitor, patientName: string) =>
  (await card(visitor, patientName).boundingBox())?.y

const newRequests = ({ page }: Visitor) => page.getByRole('button', { name: /^\d+ new requests?$/ })

/** Presses the button for new requests until one is shown: requests of other tests may have brought the button earlier. */
async function showNew(visitor: Visitor, patientName: string) {
  const awaited = card(visitor, patientName)
  while (!(await awaited.isVisible())) {
    await newRequests(visitor).or(awaited).first().waitFor()
    if (await newRequests(visitor).isVisible()) await click(newRequests(visitor))
  }
}

/** Waits until the visitor's browser has an open stream. */
async function readList(visitor: Visitor, patientName: string) {
  const opened = visitor.page.waitForResponse(res => res.url().includes('/api/live') && res.ok())
  await visitor.open('/view-requests')
  await card(visitor, patientName).waitFor()
  await opened
}

test('a reader is told of new requests, nothing moves, and a press shows them', async ({ aVisitor }) => {
  const owner = await aVisitor()
  await becomeMember(owner, newAddress('live-owner'))
  const first = await post(owner, `First of ${newAddress('live')}`)
  const reader = await aVisitor(PHONE)
  await becomeMember(reader, newAddress('live-reader'))
  await recordShifts(reader)
  await readList(reader, first)
  // The typeface may come after the list, and its stand-in is a pixel wider here and there.
  await reader.page.evaluate(() => document.fonts.ready.then(() => {}))
  const [before, shiftBefore] = [await topOf(reader, first), await shiftOf(reader)]

  const second = await post(owner, `Second of ${newAddress('live')}`)
  await newRequests(reader).waitFor()
  expect(await reader.page.getByText('There are new requests.').count()).toBe(1)
  expect(await topOf(reader, first)).toBe(before)
  expect(await shiftOf(reader)).toBe(shiftBefore)
  expect(await findSmallTargets(reader.page)).toEqual([])
  expect(await card(reader, second).count()).toBe(0)
  await showNew(reader, second)

  await owner.open('/dashboard')
  const own = card(owner, first)
  await click(own.getByRole('button', { name: 'Cancel Request' }))
  const whileActive = await topOf(reader, second)
  await click(owner.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel this request' }))
  await card(reader, first).getByText('No longer on the list').waitFor()
  expect(await topOf(reader, second)).toBe(whileActive)
  expect(await card(reader, second).getByText('Immediate Need').isVisible()).toBe(true)
  expect(await card(reader, first).getByText('Immediate Need').isVisible()).toBe(false)
})
