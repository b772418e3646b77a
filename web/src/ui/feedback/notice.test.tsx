import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Notice } from './notice.tsx'

test.each([
  ['error', 'alert'],
  ['success', 'status'],
] as const)('an %s is announced as %s', (kind, role) => {
  render(
    <Notice kind={kind} onDismiss={() => {}}>
      A message
    </Notice>,
  )
  expect(screen.getByRole(role).textContent).toBe('A message')
})

test('a notice can be dismissed, and its action retried', async () => {
  const [onDismiss, onRetry] = [vi.fn(), vi.fn()]
  render(
    <Notice kind="error" onDismiss={onDismiss} onRetry={onRetry}>
      A message
    </Notice>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(onDismiss).toHaveBeenCalledOnce()
  expect(onRetry).toHaveBeenCalledOnce()
})
