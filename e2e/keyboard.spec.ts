import { expect, type Locator } from '@playwright/test'
import { LONG, test } from './testing/journey.ts'
import { becomeMember, newAddress } from './testing/steps.ts'
import { DESKTOP, PHONE, type Visitor } from './testing/visitor.ts'

/** More tab stops than any page has. */
const MAX_TAB_STOPS = 80

/** Whether an element has the focus. */
const hasFocus = (what: Locator) => what.evaluate(element => element === document.activeElement)

/**
 * Waits until a heading has the focus, for a page that redirects soon: the page itself watches for it, so a short time is
 * enough. Call it before the action.
 */
const waitForHeadingFocus = ({ page }: Visitor, heading: string) =>
  page.waitForFunction(text => document.activeElement?.textContent === text, heading)

/** Waits until an element has the focus. */
const waitForFocus = (what: Locator) => expect.poll(() => hasFocus(what)).toBe(true)

/** Presses Tab until an element has the focus, and checks that the focus is visible at each stop. */
async function tabTo({ page }: Visitor, what: Locator): Promise<void> {
  await what.waitFor()
  for (let stop = 0; stop < MAX_TAB_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(hiddenFocus)
    expect(unseen, `tab stops at ${page.url()} without a visible focus`).toBeNull()
    if (await hasFocus(what)) return
  }
  throw new Error(`The Tab key does not reach ${what}.`)
}

/** The focused element if its focus is not visible: no outline, or outside the window. Runs in the page. */
function hiddenFocus(): string | null {
  const focused = document.activeElement
  // Between the last stop and the first, the window itself has the focus.
  if (!focused || focused === document.body) return null
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  const isMarked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  return isInWindow && isMarked ? null : focused.outerHTML.slice(0, 200)
}

/** The typed text of each field in the order of the form; for a select, the beginning of the option. */
const TYPED = {
  'Patient Name': 'Selina Parvin',
  'Blood Group': 'AB-',
  Hospital: 'Dhaka Medical College Hospital',
  'Contact Person': 'Nadia Karim',
  'Contact Number': '01812-345678',
}

for (const [name, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`a member on ${name} posts a request and closes it without a mouse`, LONG, async ({ aVisitor }) => {
    const nadia = await aVisitor(viewport)
    const { page } = nadia
    const { keyboard } = page
    const heading = (name: string) => page.getByRole('heading', { name, exact: true })
    const request = page.getByRole('heading', { name: /for Selina Parvin$/ })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await becomeMember(nadia, newAddress('keyboard'))
    await nadia.open('/dashboard')
    await heading('Dashboard').waitFor()

    if (viewport === PHONE) {
      await tabTo(nadia, button('Menu'))
      await keyboard.press('Enter')
    }
    await tabTo(nadia, page.getByRole('link', { name: 'Post Request', exact: true }))
    await keyboard.press('Enter')
    await waitForFocus(heading('Post a blood request'))
    for (const [label, text] of Object.entries(TYPED)) {
      await tabTo(nadia, nadia.field(label))
      await keyboard.type(text)
    }
    await tabTo(nadia, button('Post Request'))
    const isPosted = waitForHeadingFocus(nadia, 'Request posted')
    await keyboard.press('Enter')
    await isPosted
    await nadia.comesTo('/dashboard')
    await waitForFocus(heading('Dashboard'))

    await tabTo(nadia, button('Mark as Fulfilled'))
    await keyboard.press('Enter')
    await waitForFocus(button('Not yet'))
    await keyboard.press('Escape')
    await waitForFocus(button('Mark as Fulfilled'))
    await keyboard.press('Enter')
    await waitForFocus(button('Not yet'))
    await tabTo(nadia, button('Yes, we have the blood'))
    await keyboard.press('Enter')
    await waitForFocus(request)
    await nadia.sees(/^. Fulfilled in /)
    await nadia.sees('The blood request was marked as fulfilled.')

    await tabTo(nadia, button('Delete'))
    await keyboard.press('Enter')
    await waitForFocus(button('Keep it'))
    await tabTo(nadia, button('Delete this request'))
    await keyboard.press('Enter')
    await waitForFocus(heading('My Posted Blood Requests'))
    await nadia.sees('You have not posted any blood requests yet.')
    await tabTo(nadia, page.getByRole('link', { name: 'Post a Request', exact: true }))
  })
