import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { waitForFocus } from './testing/keyboard.ts'
import { recordShifts, shiftOf } from './testing/layout-shifts.ts'
import { aBloodRequest, becomeMember, fillIn, formValues, newAddress } from './testing/steps.ts'
import { DESKTOP } from './testing/visitor.ts'

const TYPED = aBloodRequest('Rahela Khatun')

test('a half-written request survives Back, a link and a reload, and is discarded only after confirmation', async ({
  aVisitor,
}) => {
  const nadia = await aVisitor(DESKTOP)
  const { page } = nadia
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const goBack = () => page.evaluate(() => history.back())
  await becomeMember(nadia, newAddress('unsaved'))
  await nadia.open('/dashboard')
  await heading('Dashboard').waitFor()
  await nadia.follow('View Requests')
  await waitForFocus(heading('Blood Requests'))
  await nadia.follow('Post Request')
  await waitForFocus(heading('Post a blood request'))
  await fillIn(nadia, TYPED)

  for (const leave of [goBack, () => nadia.follow('Find Donors'), goBack]) {
    await leave()
    await leaveDialog.waitFor()
    await nadia.press('Stay')
    await leaveDialog.waitFor({ state: 'detached' })
    await nadia.comesTo('/post-request')
    expect(await formValues(nadia, TYPED)).toEqual(TYPED)
  }

  // The listener comes first: Playwright closes a dialog without a listener at once.
  await recordShifts(nadia)
  const warned = page.waitForEvent('dialog')
  const reloading = page.reload()
  const warning = await warned
  expect(warning.type()).toBe('beforeunload')
  await warning.accept()
  await reloading
  await nadia.sees('We saved what you typed earlier.')
  expect(await shiftOf(nadia)).toBeLessThan(0.01)
  expect(await formValues(nadia, TYPED)).toEqual(TYPED)

  await goBack()
  await leaveDialog.waitFor()
  await nadia.press('Leave')
  await nadia.comesTo('/view-requests')
  await waitForFocus(heading('Blood Requests'))
  await page.evaluate(() => history.forward())
  await waitForFocus(heading('Post a blood request'))
  expect(await nadia.field('Patient Name').inputValue()).toBe('')
})
