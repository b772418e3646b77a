import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TruncatedText } from './truncated-text.tsx'

const open = () => {
  render(<TruncatedText text="Please call before you come." maxLength={6} />)
  return userEvent.setup()
}

test.each([
  ['আমার রক্ত দরকার', 8, 'আমার রক্ত দ…'],
  ['Thanks 👩🏽‍⚕️👩🏽‍⚕️', 8, 'Thanks 👩🏽‍⚕️…'],
])('characters that people see as one are not split: %s', (text, maxLength, short) => {
  render(<TruncatedText text={text} maxLength={maxLength} />)
  expect(screen.getByRole('button').textContent).toBe(short)
})

test('a text of the greatest length is shown whole', () => {
  const { container } = render(<TruncatedText text="রক্ত চাই" maxLength={6} />)
  expect(container.textContent).toBe('রক্ত চাই')
})

test('the tooltip opens on keyboard focus, even if focusing scrolls', async () => {
  const person = open()
  await person.tab()
  fireEvent.scroll(document)
  expect(screen.getByRole('tooltip').textContent).toBe('Please call before you come.')
})

test('the tooltip of a hovered text closes on scrolling', async () => {
  const person = open()
  await person.hover(screen.getByRole('button', { name: 'Please…' }))
  screen.getByRole('tooltip')
  fireEvent.scroll(document)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
