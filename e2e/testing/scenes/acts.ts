import type { Page } from 'playwright-core'

type Act = (page: Page) => Promise<unknown>

/** What a person does on a page, as acts of a scene. */
export const press =
  (name: string): Act =>
  page =>
    page.getByRole('button', { name, exact: true }).first().click()

export const type =
  (fields: Record<string, string>): Act =>
  async page => {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text)
  }

export const choose =
  (label: string, option: string): Act =>
  page =>
    page.getByLabel(label, { exact: true }).selectOption(option)

export const inTurn =
  (...acts: Act[]): Act =>
  async page => {
    for (const act of acts) await act(page)
  }

/** On a small screen; on a wide one its entries are there. */
export const openMenu: Act = async page => {
  const menu = page.getByRole('button', { name: 'Menu', includeHidden: true })
  await menu.waitFor({ state: 'attached' })
  if (await menu.isVisible()) await menu.click()
}

/** On a small screen; on a wide one they are there. */
export const openFilters: Act = async page => {
  const toggle = page.getByRole('button', { name: 'Filter and sort', includeHidden: true })
  await toggle.waitFor({ state: 'attached' })
  if (await toggle.isVisible()) await toggle.click()
}

export const searchFor = (group: string) => inTurn(choose('Blood Group', group), press('Search'))

/** Opens what is folded together. */
export const unfold =
  (summary: string): Act =>
  page =>
    page.locator('summary', { hasText: summary }).click()

/** The line that says that the server is waited for comes after a second. */
export const waitForLine: Act = page =>
  page.getByRole('progressbar', { name: 'Waiting for the server' }).waitFor()

/** Keeps the list of requests on the device, and goes off the network. */
export const goOffline: Act = async page => {
  await press('Turn on offline access')(page)
  await page.getByText('Offline access is on.').waitFor()
  await page.context().setOffline(true)
  await page.reload()
}

/** Asks for the list of shortcuts, once what listens for its key is there; its button needs a wide window. */
export const askForShortcuts: Act = async page => {
  await page.getByText('Keyboard shortcuts').waitFor({ state: 'attached' })
  await page.keyboard.press('?')
}

/** Opens the whole of the first text that is cut short, as the keyboard does. */
export const openWholeText: Act = async page => {
  await page.getByRole('button', { name: /…$/ }).first().focus()
  await page.getByRole('tooltip').waitFor()
}
