import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { recordShifts, shiftOf } from './testing/layout-shifts.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

/** Its headline ends otherwise while nobody has registered as a donor. */
const isReadable = ({ page }: Visitor) =>
  page.getByRole('heading', { name: /^Give blood\. (Someone|Be the first)/ }).waitFor()

test('the landing page is readable and its links work before any script is loaded', async ({ aVisitor }) => {
  const rima = await aVisitor(PHONE, { hasMotion: true })
  await rima.page.route('**/*.js', route => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await rima.page.goto('/')
  await isReadable(rima)
  await rima.sees('Managed by the University Computer Club')
  expect(await rima.page.title()).toBe('University Blood Bank')
  await rima.follow('Become a Donor')
  await rima.comesTo('/register')
})

test('nothing on the landing page moves when its script runs, nor the menu button when the menu opens', async ({
  aVisitor,
}) => {
  const rima = await aVisitor(PHONE, { hasMotion: true })
  // On a machine without the fallback fonts, the web font would move lines when it is loaded.
  rima.expects(/^lost GET .*\.woff2$/)
  await rima.page.route('**/*.woff2', route => route.abort())
  await recordShifts(rima)
  await rima.open('/')
  await rima.page.waitForLoadState('networkidle')
  expect(await shiftOf(rima)).toBe(0)
  const menu = rima.page.getByRole('banner').getByRole('button')
  const place = await menu.boundingBox()
  await click(menu)
  await rima.page.getByRole('link', { name: 'Login', exact: true }).waitFor()
  expect(await menu.boundingBox(), 'position of the button while the menu is open').toEqual(place)
  await rima.follow('Login')
  await rima.heading('Sign In')
})
