import { act, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

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
