import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Presses the confirming button of the open dialog, its last one, which names the act. */
export async function confirmDialog(person: UserEvent): Promise<void> {
  const buttons = within(await screen.findByRole('alertdialog')).getAllByRole('button')
  for (const button of buttons.slice(-1)) await person.click(button)
}
