import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Chooses the reason **Posted twice**, if the open dialog asks an admin for one. */
export async function chooseReason(person: UserEvent): Promise<void> {
  const reason = screen.queryByRole('radio', { name: 'Posted twice' })
  if (reason) await person.click(reason)
}
