import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { CheckboxField } from './checkbox-field.tsx'
import { Form } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { TextField } from './text-field.tsx'

const onChange = vi.fn()

test('a required field is marked visually and for screen readers, and keeps its exact name', () => {
  render(<TextField name="fullName" label="Full Name" isRequired value="" onChange={onChange} />)
  const field = screen.getByLabelText('Full Name', { exact: true })
  expect(screen.getByRole('textbox', { name: 'Full Name' })).toBe(field)
  expect(field.getAttribute('aria-required')).toBe('true')
  expect(field.hasAttribute('required')).toBe(false)
})

test.each([
  [
    'a text field',
    <TextField key="t" name="x" label="X" value="" onChange={onChange} hint="How" error="Wrong" />,
  ],
  [
    'a text area',
    <TextAreaField key="a" name="x" label="X" value="" onChange={onChange} hint="How" error="Wrong" />,
  ],
  [
    'a select',
    <SelectField
      key="s"
      name="x"
      label="X"
      value=""
      onChange={onChange}
      options={['A+']}
      hint="How"
      error="Wrong"
    />,
  ],
  [
    'a checkbox',
    <CheckboxField key="c" name="x" label="X" isChecked onChange={onChange} hint="How" error="Wrong" />,
  ],
])('the hint and the error of %s describe it', (_, field) => {
  render(field)
  const control = screen.getByLabelText('X')
  const notes = control
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map(id => document.getElementById(id)?.textContent)
  expect(notes).toEqual(['How', 'Wrong'])
  expect(control.getAttribute('aria-invalid')).toBe('true')
})

test('an optional field says so, and keeps its exact name', () => {
  render(<TextField name="x" label="X" isOptional value="" onChange={onChange} />)
  const control = screen.getByLabelText('X', { exact: true })
  const [mark] = control.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(document.getElementById(mark ?? '')?.textContent).toBe('optional')
})

test('a field without a hint or an error has no description', () => {
  render(<TextField name="x" label="X" value="" onChange={onChange} />)
  expect(screen.getByLabelText('X').hasAttribute('aria-describedby')).toBe(false)
})

test('suggestions are offered, and other text can be typed', async () => {
  render(<TextField name="x" label="X" value="" onChange={onChange} suggestions={['City Hospital']} />)
  const field = screen.getByLabelText<HTMLInputElement>('X')
  expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual(['City Hospital'])
  await userEvent.type(field, 'o')
  expect(onChange).toHaveBeenLastCalledWith('o')
})

test('a password can be shown and hidden, keeps the focus, and is hidden when the form is submitted', async () => {
  const form = {
    ref: null,
    submit: (event: FormEvent) => event.preventDefault(),
    isSending: false,
    problem: null,
    problemId: 'problem',
    dismissProblem: () => {},
    isFromDraft: false,
    draftNote: null,
    waiting: undefined,
    stopWaiting: () => {},
    reset: () => {},
  }
  render(
    <Form form={form} action="Send">
      <PasswordField
        name="password"
        label="New Password"
        value="secret"
        autoComplete="new-password"
        onChange={onChange}
      />
    </Form>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('New Password', { exact: true })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  expect([field.type, field.getAttribute('spellcheck')]).toEqual(['password', 'false'])
  field.focus()
  await press('Show New Password')
  expect(field.type).toBe('text')
  expect(document.activeElement).toBe(field)
  await press('Hide New Password')
  expect(field.type).toBe('password')
  await press('Show New Password')
  await press('Send')
  expect(field.type).toBe('password')
})
