import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Types into the fields with these labels, or selects an option; an empty text empties the field. */
export async function fillIn(person: UserEvent, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const field = await screen.findByLabelText(label)
    if (field instanceof HTMLSelectElement) await person.selectOptions(field, value)
    else {
      await person.clear(field)
      if (value) await person.type(field, value)
    }
  }
}

/** The value of the field with a label. */
export const valueIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
