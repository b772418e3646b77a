import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Presses the confirming button of the open dialog, its last one, which names the act, once it can be pressed. */
export async function confirmDialog(person: UserEvent): Promise<void> {
  const buttons = within(await screen.findByRole('alertdialog')).getAllByRole('button')
  for (const button of buttons.slice(-1)) {
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    await person.click(button)
  }
}
