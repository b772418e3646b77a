import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

type Props = { isAlert?: boolean; isPending?: boolean }

/** A page with a dialog that cannot be closed while its call is pending. */
function Page({ isAlert = false, isPending = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Share
      </button>
      {isOpen && (
        <Dialog title="Share this request" isAlert={isAlert} onClose={() => setIsOpen(isPending)}>
          <input type="email" hidden readOnly value="" />
          <input aria-label="Message" />
        </Dialog>
      )}
    </>
  )
}

async function open(props: Props = {}) {
  render(<Page {...props} />)
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  return screen.getByRole(props.isAlert ? 'alertdialog' : 'dialog', { name: 'Share this request' })
}

const isOpen = () => document.querySelector('dialog[open]') !== null

/** Presses at one place and lets go at another. The backdrop is a part of its dialog. */
function press(from: Element, to: Element) {
  fireEvent.pointerDown(from)
  fireEvent.click(to)
}

test('the first control has the focus, and afterwards the button that has opened the dialog', async () => {
  await open()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' }))
})

test('a click outside closes a dialog, but not one that began inside', async () => {
  const dialog = await open()
  press(screen.getByRole('textbox'), dialog)
  press(screen.getByRole('heading'), screen.getByRole('heading'))
  expect(isOpen()).toBe(true)
  press(dialog, dialog)
  expect(isOpen()).toBe(false)
})

test('a click outside does not close an alert dialog', async () => {
  const dialog = await open({ isAlert: true })
  press(dialog, dialog)
  expect(isOpen()).toBe(true)
})

test('a dialog whose call is pending stays, even if the browser has closed it', async () => {
  const dialog = (await open({ isPending: true })) as HTMLDialogElement
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(true)
  await act(async () => dialog.close())
  expect(isOpen()).toBe(true)
})
