import type { Page } from '@playwright/test'

export type Action = (page: Page) => Promise<unknown>

/** Actions that bring a page into a state. */
export const press =
  (name: string): Action =>
  page =>
    page.getByRole('button', { name, exact: true }).first().click()

export const type =
  (fields: Record<string, string>): Action =>
  async page => {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text)
  }

export const choose =
  (label: string, option: string): Action =>
  page =>
    page.getByLabel(label, { exact: true }).selectOption(option)

export const sequence =
  (...actions: Action[]): Action =>
  async page => {
    for (const action of actions) await action(page)
  }

/** Needed on small screens; wide ones show the entries without it. */
export const pressMenu: Action = async page => {
  const menu = page.getByRole('button', { name: 'Menu', includeHidden: true })
  await menu.waitFor({ state: 'attached' })
  if (await menu.isVisible()) await menu.click()
}

/** Needed on small screens; wide ones show the filters without it. */
export const openFilters: Action = async page => {
  const toggle = page.getByRole('button', { name: 'Filter and sort', includeHidden: true })
  await toggle.waitFor({ state: 'attached' })
  if (await toggle.isVisible()) await toggle.click()
}

/** Calls the first donor of a search. */
export const callDonor: Action = async page => {
  await page.evaluate(dialNothing)
  const call = page.getByRole('link', { name: /^Call 0/ })
  await call.first().click()
}

/** The browser would ask for a program that dials, and take no input meanwhile. Runs in the page. */
export const dialNothing = () =>
  document.addEventListener('click', event => {
    if (event.target instanceof Element && event.target.closest('a[href^="tel:"]')) event.preventDefault()
  })

export const searchFor = (group: string) => sequence(choose('Blood Group', group), press('Search'))

/** Scrolls to a section that loads when it is scrolled into view, and waits for its first record. */
export const scrollToRecordsOf =
  (title: string): Action =>
  async page => {
    const section = page.getByRole('region', { name: title })
    await section.scrollIntoViewIfNeeded()
    await section.getByRole('article').first().waitFor()
  }

/** Opens a collapsed section. */
export const unfold =
  (summary: string): Action =>
  page =>
    page.locator('summary', { hasText: summary }).click()

/** The progress bar appears after a second of waiting. */
export const waitForProgressBar: Action = page =>
  page.getByRole('progressbar', { name: 'Waiting for the server' }).waitFor()

/** Saves the list of requests on the device and disconnects. */
export const goOffline: Action = async page => {
  await press('Turn on offline access')(page)
  await page.getByText('Offline access is on.').waitFor()
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('You are offline.').waitFor()
}

/** Disconnects, and waits until the page has noticed. */
export const disconnect: Action = async page => {
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
}

/** Opens the list of shortcuts by its key; its button exists only in wide windows. */
export const askForShortcuts: Action = async page => {
  await page.getByText('Keyboard shortcuts').waitFor({ state: 'attached' })
  await page.keyboard.press('?')
}

/** Opens the full text of the first truncated one, as with the keyboard. */
export const openWholeText: Action = async page => {
  await openSheet(page)
  await page.getByRole('button', { name: /…$/ }).first().focus()
  await page.getByRole('tooltip').waitFor()
}

/** Chooses an entry of the menu of the first row. */
export const chooseFromRow = (entry: string) =>
  sequence(press('More'), page => page.getByRole('menuitem', { name: entry }).click())

/** Opens the sheet of the first row: beside the table, or as a dialog in a narrow window. */
export const openSheet: Action = page => page.getByRole('button', { name: 'Details' }).first().click()

/** Checks a checkbox whose name begins with a text. */
export const check =
  (name: string): Action =>
  page =>
    page
      .getByRole('checkbox', { name: new RegExp(`^${name}`) })
      .first()
      .check()

/** Chooses a radio button whose name begins with a text. */
export const chooseRadio =
  (name: string): Action =>
  page =>
    page.getByRole('radio', { name: new RegExp(`^${name}`) }).check()
