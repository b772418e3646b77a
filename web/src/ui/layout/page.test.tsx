import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'

test('the first page does not move the focus', async () => {
  renderPage('/forgot-password')
  await screen.findByRole('heading', { name: 'Reset Password' })
  expect(document.activeElement).toBe(document.body)
})

test('a change of page focuses its heading and scrolls to the top', async () => {
  const scroll = vi.spyOn(window, 'scrollTo')
  const { person } = renderPage('/forgot-password')
  await person.click(await screen.findByRole('link', { name: 'Back to sign in' }))
  const heading = await screen.findByRole('heading', { name: 'Sign In' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(scroll).toHaveBeenCalledWith(0, 0)
})
