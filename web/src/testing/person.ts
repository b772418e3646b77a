import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** The required fields of the form of a donor, by label. */
export const DONOR_TYPED = {
  'Full Name': 'Rima Akter',
  'University ID': 'CSE-2021-042',
  Role: 'student',
  Department: 'Computer Science',
  'Blood Group': 'O+',
  'Contact Number': '01712 345678',
}

/** The required fields of the form of a request, by label. */
export const REQUEST_TYPED = {
  'Patient Name': 'Karim Uddin',
  'Blood Group': 'AB-',
  Hospital: 'City Hospital',
  'Contact Person': 'Rima Akter',
  'Contact Number': '01712 345678',
}

/** Pastes into the fields with these labels, or chooses an option by its value; an empty text empties the field. */
export async function fillIn(person: UserEvent, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const field = await screen.findByLabelText(label)
    const radio = field.querySelector(`input[type="radio"][value="${value}"]`)
    if (radio) await person.click(radio)
    else if (field instanceof HTMLSelectElement) await person.selectOptions(field, value)
    else {
      await person.clear(field)
      // The heading of a new page gets the focus a moment after the page is there: on a busy machine in between.
      act(() => field.focus())
      // A page is rendered once instead of once a letter, which halves the time of the tests of forms.
      if (value) await person.paste(value)
    }
  }
}

/** The value of the field with a label, or of the chosen option. */
export function valueIn(label: string) {
  const field = screen.getByLabelText<HTMLInputElement>(label)
  return (field.querySelector<HTMLInputElement>('input:checked') ?? field).value
}

/** Chooses the reason **Posted twice**, if the open dialog asks an admin for one. */
export async function chooseReason(person: UserEvent): Promise<void> {
  const reason = screen.queryByRole('radio', { name: 'Posted twice' })
  if (reason) await person.click(reason)
}

/** Opens the menu of a row, which `name` describes, and chooses an entry. */
export async function chooseFromRow(person: UserEvent, name: string, entry: string) {
  await person.click(await screen.findByRole('button', { name: 'More', description: name }))
  const menu = within(await screen.findByRole('menu', { name: `More ${name}` }))
  await person.click(menu.getByRole('menuitem', { name: entry }))
}

/** Presses the confirming button of the open dialog, its last one, which names the act, once it can be pressed. */
export async function confirmDialog(person: UserEvent): Promise<void> {
  const buttons = within(await screen.findByRole('alertdialog')).getAllByRole('button')
  for (const button of buttons.slice(-1)) {
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
    await person.click(button)
  }
}
