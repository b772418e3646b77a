import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { TruncatedText } from './truncated-text.tsx'

const LINES_PX = 40

/** The height of the text with all its lines. */
let textPx = 0

/** There is no layout. */
class Observer {
  readonly #onChange: () => void
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }
  observe(lines: HTMLElement) {
    Object.defineProperty(lines, 'clientHeight', { value: LINES_PX, configurable: true })
    Object.defineProperty(lines, 'scrollHeight', { value: textPx, configurable: true })
    this.#onChange()
  }
  disconnect() {}
}

beforeEach(() => {
  textPx = 4 * LINES_PX
  vi.stubGlobal('ResizeObserver', Observer)
})

const open = () => {
  render(<TruncatedText text="Please call before you come." />)
  return userEvent.setup()
}

test('a text that takes no more than its lines has no tooltip', () => {
  textPx = LINES_PX
  open()
  screen.getByText('Please call before you come.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a text that is cut stays whole for screen readers', () => {
  open()
  screen.getByRole('button', { name: 'Please call before you come.' })
})

test('the tooltip of a hovered text closes on scrolling', async () => {
  const person = open()
  await person.hover(screen.getByRole('button', { name: 'Please call before you come.' }))
  screen.getByRole('tooltip')
  fireEvent.scroll(document)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
