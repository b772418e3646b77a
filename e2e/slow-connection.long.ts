import { expect } from '@playwright/test'
import { check, uncheck } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { recordShifts, shiftOf } from './testing/layout-shifts.ts'
import { leaveDataToBrowser } from './testing/page-states/open.ts'
import { becomeDonor, postBloodRequest } from './testing/steps.ts'
import { DESKTOP, PHONE, type Visitor } from './testing/visitor.ts'

/** The delay of a slow reply. */
const SLOW_MS = 700

/** The maximum layout shift while a page loads. Browsers call more than 0.1 poor. */
const MAX_SHIFT = 0.02

for (const [name, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`on a slow connection the pages of a member on ${name} do not move while they load`, async ({
    aVisitor,
  }) => {
    const sumi = await aVisitor(viewport, { hasMotion: true })
    await becomeDonor(sumi)
    for (const patient of ['Anwar Hossain', 'Bilkis Banu', 'Delwar Mia', 'Eva Sarkar'])
      await postBloodRequest(sumi, patient)
    await leaveDataToBrowser(sumi.page)
    await recordShifts(sumi)
    await sumi.page.route(/\/api\/(blood-requests|donors)/, async route => {
      await new Promise(resolve => setTimeout(resolve, SLOW_MS))
      await route.continue()
    })
    for (const [path, text] of [
      ['/view-requests', 'Your request.'],
      ['/dashboard', 'Eva Sarkar'],
      ['/edit-donor-profile', 'Full Name'],
    ] as const) {
      await sumi.open(path)
      await sumi.sees(text)
      expect(await shiftOf(sumi), `layout shift of ${path}`).toBeLessThan(MAX_SHIFT)
    }
  })

test('a part that loads later hides nothing that is there', async ({ aVisitor }) => {
  const sumi = await aVisitor(PHONE, { hasMotion: true })
  await becomeDonor(sumi)
  await sumi.open('/account#alerts')
  const alerts = sumi.field('Alert me when somebody needs blood that I can give')
  await uncheck(alerts)
  await sumi.sees('Alerts are off.')
  await sumi.page.reload()
  await sumi.sees('Nobody sees it')
  await sumi.page.locator('[data-skeleton]').first().waitFor({ state: 'detached' })

  const held = Promise.withResolvers<void>()
  await sumi.page.route('**/api/accounts/mine/push-devices', route =>
    held.promise.then(() => route.continue()),
  )
  await watchVisibility(sumi)
  await check(alerts)
  await sumi.heading('Notifications on this device')
  await sumi.page.locator('section [data-skeleton]').waitFor({ state: 'attached' })
  expect(await vanishedIn(sumi)).toEqual([])
  held.resolve()
  await sumi.sees(/^Notifications are off\.|can't show notifications|blocks notifications/)
  expect(await vanishedIn(sumi)).toEqual([])
})

/** Records from now on which headings, and whether the footer, are hidden for a moment. */
const watchVisibility = ({ page }: Visitor) =>
  page.evaluate(() => {
    const watched = [...document.querySelectorAll('h1, h2, footer')]
    const vanished = new Set<string>()
    Object.assign(window, { vanished })
    const look = () => {
      for (const element of watched)
        if (element.isConnected && getComputedStyle(element).visibility === 'hidden')
          vanished.add(element.textContent)
      requestAnimationFrame(look)
    }
    look()
  })
const vanishedIn = ({ page }: Visitor) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    return [...(window as unknown as { vanished: Set<string> }).vanished]
  })
