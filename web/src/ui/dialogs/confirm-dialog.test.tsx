import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

function open(isBusy = false) {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()]
  render(
    <ConfirmDialog
      title="Delete this blood request?"
      confirm="Delete this request"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      It is gone for good.
    </ConfirmDialog>,
  )
  return { onConfirm, onClose }
}

test('the dialog names the consequence and focuses the cancel button; only the other one confirms', async () => {
  const { onConfirm, onClose } = open()
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this blood request?' })
  expect(dialog.textContent).toContain('It is gone for good.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' })))
  await userEvent.click(screen.getByRole('button', { name: 'Delete this request' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

test('a second confirmation during the first does nothing', async () => {
  const { onConfirm } = open(true)
  await userEvent.click(screen.getByRole('button', { name: 'Delete this request' }))
  expect(onConfirm).not.toHaveBeenCalled()
})
