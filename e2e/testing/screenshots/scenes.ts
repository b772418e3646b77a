import type { Page } from 'playwright-core'

/** Those of the demo whose passwords are known (server/src/demo/sign-ins.ts). */
export const PEOPLE = {
  visitor: null,
  newcomer: ['newcomer@example.edu', 'first-day-here'],
  donor: ['donor@example.edu', 'a-pint-for-you'],
  admin: ['admin@example.edu', 'keys-to-the-bank'],
} as const

/** A page in one of its states: who opens it, and what they do there before the picture is taken. */
export type Scene = {
  name: string
  as: keyof typeof PEOPLE
  path: string
  act?: (page: Page) => Promise<unknown>
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const openMenu = async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}
const searchFor = (group: string) => async (page: Page) => {
  await page.getByLabel('Blood Group').selectOption(group)
  await press('Search')(page)
  await page.getByRole('article').first().waitFor()
}

/** Every page and its main states. */
export const SCENES: Scene[] = [
  { name: 'landing', as: 'visitor', path: '/' },
  { name: 'landing-menu', as: 'visitor', path: '/', act: openMenu },
  { name: 'login', as: 'visitor', path: '/login' },
  { name: 'login-refused', as: 'visitor', path: '/login', act: press('Sign In') },
  { name: 'register', as: 'visitor', path: '/register' },
  { name: 'forgot-password', as: 'visitor', path: '/forgot-password' },
  { name: 'verify-email', as: 'visitor', path: '/verify-email#token=1' },
  { name: 'reset-password', as: 'visitor', path: '/reset-password#token=1' },
  { name: 'dashboard-newcomer', as: 'newcomer', path: '/dashboard' },
  { name: 'register-donor-unverified', as: 'newcomer', path: '/register-donor' },
  { name: 'landing-member', as: 'donor', path: '/' },
  { name: 'landing-member-menu', as: 'donor', path: '/', act: openMenu },
  { name: 'dashboard', as: 'donor', path: '/dashboard' },
  { name: 'dashboard-asked', as: 'donor', path: '/dashboard', act: press('Delete') },
  { name: 'account', as: 'donor', path: '/account' },
  { name: 'edit-donor-profile', as: 'donor', path: '/edit-donor-profile' },
  { name: 'find-donors', as: 'donor', path: '/find-donors' },
  { name: 'find-donors-none-chosen', as: 'donor', path: '/find-donors', act: press('Search') },
  { name: 'find-donors-positive', as: 'donor', path: '/find-donors', act: searchFor('O+') },
  { name: 'find-donors-negative', as: 'donor', path: '/find-donors', act: searchFor('AB-') },
  { name: 'post-request', as: 'donor', path: '/post-request' },
  { name: 'post-request-refused', as: 'donor', path: '/post-request', act: press('Post Request') },
  { name: 'view-requests', as: 'donor', path: '/view-requests' },
  { name: 'admin-overview', as: 'admin', path: '/admin/overview' },
  { name: 'admin-menu', as: 'admin', path: '/admin/overview', act: openMenu },
  { name: 'admin-donors', as: 'admin', path: '/admin/donors' },
  { name: 'admin-requests', as: 'admin', path: '/admin/requests' },
  { name: 'admin-users', as: 'admin', path: '/admin/users' },
  { name: 'admin-role', as: 'admin', path: '/admin/users', act: press('Edit Role') },
]
