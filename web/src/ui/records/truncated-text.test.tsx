import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TruncatedText } from './truncated-text.tsx'

const open = () => {
  render(<TruncatedText text="Please call before you come." maxLength={6} />)
  return userEvent.setup()
}

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
