import { LOGINS, type Login } from '@blood-bank/server/operations/demo/logins'
import type { Page } from '@playwright/test'

/** A page of the demo, and what people come for, as CSS selectors. */
export type VisitedPage = {
  path: string
  /** Null for a visitor who is not signed in. */
  as: Login | null
  /** What they want to read; none on a page that is only a form. */
  answer?: string
  /** What they press. */
  control: string
  /** Shows that the press does what it should. @throws if it does not */
  press: (page: Page) => Promise<void>
}

const { donor, admin } = LOGINS
const SUBMIT = 'main form button[type="submit"]'
const NUMBER = 'main a[href^="tel:"]'
const FIGURE = 'main a[href="/admin/donors"]'

const pressing = (control: string, effect: string) => ({
  control,
  async press(page: Page) {
    await page.locator(control).first().click()
    await page.locator(effect).first().waitFor()
  },
})

const SEARCH = {
  control: SUBMIT,
  async press(page: Page) {
    await page.getByLabel('Blood Group').selectOption('B+')
    await page.locator(SUBMIT).click()
    await page.waitForURL('**/find-donors?bloodGroup=B%2B')
  },
}

export const VISITED_PAGES: VisitedPage[] = [
  {
    // The number of the donor who can come, and the button that says that they gave.
    path: '/dashboard',
    as: donor,
    answer: NUMBER,
    ...pressing('main button[aria-describedby^="received-offer-"]', 'dialog[open]'),
  },
  {
    path: '/view-requests',
    as: donor,
    answer: 'main article',
    ...pressing('main article button', 'dialog[open], [role="menu"]'),
  },
  { path: '/find-donors?bloodGroup=O%2B', as: donor, answer: NUMBER, ...SEARCH },
  { path: '/find-donors', as: donor, ...SEARCH },
  { path: '/login', as: null, ...pressing(SUBMIT, 'main form [role="alert"]') },
  { path: '/post-request', as: donor, ...pressing(SUBMIT, 'main form [aria-invalid="true"]') },
  { path: '/admin/overview', as: admin, answer: FIGURE, ...pressing(FIGURE, 'main table') },
]
