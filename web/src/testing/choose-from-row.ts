import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Opens the menu of a row, which `name` describes, and chooses an entry. */
export async function chooseFromRow(person: UserEvent, name: string, entry: string) {
  await person.click(await screen.findByRole('button', { name: 'More', description: name }))
  const menu = within(await screen.findByRole('menu', { name: `More ${name}` }))
  await person.click(menu.getByRole('menuitem', { name: entry }))
}
