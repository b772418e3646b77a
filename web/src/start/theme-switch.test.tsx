import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx'

const page = document.documentElement
const chosen = () =>
  screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.labels?.[0]?.textContent

function setCookie(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers have no Cookie Store.
  document.cookie = `${cookie}; Path=/`
}

let visits = 0

/** Starts a new visit: only the cookies remain from the previous one. The script runs again, as it has another address. */
async function startVisit() {
  cleanup()
  delete page.dataset.theme
  visits += 1
  await import(/* @vite-ignore */ `./early.ts?visit=${visits}`)
  render(<ThemeSwitch />)
}

afterEach(() => {
  setCookie('theme=; Max-Age=0')
  delete page.dataset.theme
  document.head.replaceChildren()
})

test('the theme follows the system until a person chooses one', async () => {
  await startVisit()
  expect([chosen(), page.dataset.theme]).toEqual(['System', undefined])
})

test.each([
  ['Dark', 'dark'],
  ['Light', 'light'],
])('the theme %s applies at once, and before the first paint of the next visit', async (name, theme) => {
  render(<ThemeSwitch />)
  await userEvent.click(screen.getByRole('radio', { name }))
  expect([chosen(), page.dataset.theme]).toEqual([name, theme])
  await startVisit()
  expect([chosen(), page.dataset.theme]).toEqual([name, theme])
})

test("choosing the system's theme deletes the cookie", async () => {
  setCookie('theme=dark')
  await startVisit()
  await userEvent.click(screen.getByRole('radio', { name: 'System' }))
  expect([page.dataset.theme, document.cookie]).toEqual([undefined, expect.not.stringContaining('theme')])
})

test("the browser's toolbar has the colour of the chosen theme", async () => {
  document.head.innerHTML =
    '<meta name="theme-color" data-scheme="light"><meta name="theme-color" data-scheme="dark">'
  const media = () => [...document.querySelectorAll('meta')].map(meta => meta.media)
  render(<ThemeSwitch />)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(media()).toEqual(['not all', 'all'])
  await userEvent.click(screen.getByRole('radio', { name: 'System' }))
  expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
})

test('a cookie whose name only ends with ours is ignored', async () => {
  setCookie('other-theme=dark')
  await startVisit()
  expect(page.dataset.theme).toBeUndefined()
  setCookie('other-theme=; Max-Age=0')
})

test('a browser without cookies still applies the chosen theme', async () => {
  vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  render(<ThemeSwitch />)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(page.dataset.theme).toBe('dark')
})
