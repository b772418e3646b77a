import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PageFrame } from '../layout/page-frame.tsx'
import { Notice } from './notice.tsx'

test('a dismissed notice leaves its focus to the heading before it, and takes it from nothing else', async () => {
  const isShown = (shown: boolean) => (
    <>
      <h1 tabIndex={-1}>Page</h1>
      <h2 tabIndex={-1}>Section</h2>
      {shown && (
        <Notice kind="error" onDismiss={() => rerender(isShown(false))}>
          A message
        </Notice>
      )}
      <button type="button">Other</button>
      <h2 tabIndex={-1}>Next section</h2>
    </>
  )
  const { rerender } = render(isShown(true))
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Section' }))
  rerender(isShown(true))
  screen.getByRole('button', { name: 'Other' }).focus()
  rerender(isShown(false))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Other' }))
})

test.each([
  ['mailto:help@blood.example', 1],
  [null, 0],
])('a message that says to contact the administrators leads there, with %j', (contactUrl, links) => {
  const message = 'This account is suspended. Please contact the administrators.'
  render(
    <MemoryRouter>
      <PageFrame brandName="Blood Bank" contactUrl={contactUrl}>
        <Notice kind="info">{message}</Notice>
      </PageFrame>
    </MemoryRouter>,
  )
  expect(document.body.textContent).toBe(message)
  const found = screen.queryAllByRole('link', { name: 'contact the administrators' })
  expect(found.map(link => link.getAttribute('href'))).toEqual(Array(links).fill(contactUrl))
})
