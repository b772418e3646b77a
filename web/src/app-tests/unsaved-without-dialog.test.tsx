import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { expectConsoleErrors } from '../testing/expected-error.ts'
import { fillIn, valueIn } from '../testing/fill-in.ts'

afterEach(() => vi.unstubAllGlobals())

vi.mock('../forms/leave-dialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

// Test files share their modules, and an earlier one may have loaded the dialog: this file loads the pages again.
vi.resetModules()
const { renderPage } = await import('../testing/render-page.tsx')
afterAll(() => vi.resetModules())

test.each([
  { answer: false, path: '/post-request' },
  { answer: true, path: '/find-donors' },
])('if the dialog fails to load the browser asks, and $answer leads to $path', async ({ answer, path }) => {
  const errors = expectConsoleErrors()
  const ask = vi.fn((_question: string) => answer)
  vi.stubGlobal('confirm', ask)
  const page = renderPage('/post-request', { user: aUser(), replies: [] })
  await fillIn(page.person, { 'Patient Name': 'Mitu' })
  await page.person.click(screen.getByRole('link', { name: 'Find Donors' }))
  await waitFor(() => expect(ask).toHaveBeenCalledOnce())
  expect(ask.mock.lastCall?.[0]).toMatch(
    /^Leave without saving\?\nIf you leave now, what you typed here will be lost\./,
  )
  await waitFor(() => expect(page.path()).toBe(path))
  if (!answer) expect(valueIn('Patient Name')).toBe('Mitu')
  errors.read()
})
