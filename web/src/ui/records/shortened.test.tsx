import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Shortened } from './shortened.tsx'

const open = () => {
  render(<Shortened text="Please call before you come." to={6} />)
  return userEvent.setup()
}

test('whoever comes by keyboard reads the whole text, though coming there scrolls', async () => {
  const person = open()
  await person.tab()
  fireEvent.scroll(document)
  expect(screen.getByRole('tooltip').textContent).toBe('Please call before you come.')
})

test('under the mouse the whole text goes when the short one is scrolled away', async () => {
  const person = open()
  await person.hover(screen.getByRole('button', { name: 'Please…' }))
  screen.getByRole('tooltip')
  fireEvent.scroll(document)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
