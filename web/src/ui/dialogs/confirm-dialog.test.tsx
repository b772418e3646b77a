import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

function ask(isBusy = false) {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()]
  render(
    <ConfirmDialog
      isOpen
      title="Delete this blood request?"
      confirm="Yes, delete"
      {...{ isBusy, onConfirm, onClose }}
    >
      It is gone for good.
    </ConfirmDialog>,
  )
  return { onConfirm, onClose }
}

test('it asks, with what follows, and offers the safe way first', async () => {
  ask()
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this blood request?' })
  expect(dialog.textContent).toContain('It is gone for good.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' })))
})

test('only the named button does it', async () => {
  const { onConfirm, onClose } = ask()
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['the safe button', () => userEvent.click(screen.getByRole('button', { name: 'Keep it' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('%s leaves all as it is', async (_, decline) => {
  const { onConfirm, onClose } = ask()
  await decline()
  expect(onClose).toHaveBeenCalled()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a second yes while the first is under way does nothing', async () => {
  const { onConfirm } = ask(true)
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete' }))
  expect(onConfirm).not.toHaveBeenCalled()
})
