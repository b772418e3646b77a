import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { dialNothing } from './testing/page-states/actions.ts'
import { becomeDonor, becomeMember, newAddress, waitForEmptyDashboard } from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'
import { aWalk } from './testing/walk.ts'

/** Of this run alone: a repeated one has the donors of the first. */
const RUN = Date.now().toString(36)
const [FARHANA, SHAKIL, SABBIR] = ['Farhana', 'Shakil', 'Sabbir'].map(name => `${name} ${RUN}`) as [
  string,
  string,
  string,
]

const DONORS = [
  { fullName: FARHANA, contactNumber: '01812-555001', allowContactVisibility: true },
  { fullName: SHAKIL, contactNumber: '01812-555002', allowContactVisibility: true },
  { fullName: SABBIR, contactNumber: '01812-555003', allowContactVisibility: false },
]
test('a member on a phone calls a donor in three presses, and is not led to call them again', async ({
  aVisitor,
}) => {
  for (const donor of DONORS) await becomeDonor(await aVisitor(), { ...donor, bloodGroup: 'B-' })
  const karim = await aVisitor(PHONE)
  await becomeMember(karim, newAddress('karim'))
  await karim.open('/dashboard')
  await waitForEmptyDashboard(karim)

  const { page } = karim
  await page.evaluate(dialNothing)
  const walk = aWalk(karim)
  const results = page.getByRole('region', { name: 'Available Donors: B−' })
  const cardOf = (name: string) => results.getByRole('article', { name })
  const call = cardOf(SHAKIL).getByRole('link', { name: 'Call 01812-555002' })
  await walk.pressOn(page.getByRole('link', { name: 'Find', exact: true }))
  await walk.follow('B−')
  await walk.read(call)
  await expect(call).toBeInViewport()
  await results.getByRole('heading', { name: /^Call now \(\d+\)$/ }).waitFor()
  await walk.pressOn(call)
  expect(walk.effort.presses).toBe(3)
  expect(walk.effort.words).toBeLessThanOrEqual(66)

  await karim.sees(`Could ${SHAKIL} come?`)
  const below = cardOf(FARHANA)
  const [placeOfCall, placeBelow] = [await call.boundingBox(), await below.boundingBox()]
  await karim.press('No')
  await karim.sees("You called just now: couldn't come.")
  expect([await call.boundingBox(), await below.boundingBox()]).toEqual([placeOfCall, placeBelow])

  const names = () => results.getByRole('article').getByRole('heading').allInnerTexts()
  const isBefore = async (one: string, other: string) =>
    (await names()).indexOf(one) < (await names()).indexOf(other)
  expect(await isBefore(SHAKIL, FARHANA)).toBe(true)
  await page.reload()
  await karim.sees("couldn't come.")
  expect(await isBefore(FARHANA, SHAKIL)).toBe(true)
  expect(await isBefore(SHAKIL, SABBIR)).toBe(true)

  await results.getByRole('link', { name: 'Ask them' }).click()
  await karim.comesTo('/post-request?bloodGroup=B-')
  expect(await karim.field('Blood Group').inputValue()).toBe('B-')

  await karim.press('Menu')
  await karim.press(/^Logout/)
  await karim.comesTo('/login')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})
