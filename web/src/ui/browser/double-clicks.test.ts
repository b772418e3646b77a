import { beforeAll, expect, test, vi } from 'vitest'
import { ignoreOutdatedDoubleClicks } from './double-clicks.ts'

beforeAll(ignoreOutdatedDoubleClicks)

function addButton() {
  const button = document.body.appendChild(document.createElement('button'))
  const pressed = vi.fn()
  button.addEventListener('click', pressed)
  return { button, pressed }
}

const click = (button: Element, detail: number) =>
  button.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }))

test('the second click of a double click presses nothing once the pressed button is gone', () => {
  const { button } = addButton()
  click(button, 1)
  button.remove()
  const { button: next, pressed } = addButton()
  expect(click(next, 2)).toBe(false)
  click(next, 3)
  expect(pressed).not.toHaveBeenCalled()
  click(next, 1)
  click(next, 2)
  expect(pressed).toHaveBeenCalledTimes(2)
})

test('a button that shows something else after a click can be clicked again at once', () => {
  const { button, pressed } = addButton()
  const content = button.appendChild(document.createElement('span'))
  click(content, 1)
  button.replaceChildren(document.createElement('span'))
  click(button, 2)
  expect(pressed).toHaveBeenCalledTimes(2)
})

test('a key presses what is in the place of a button that is gone', () => {
  const { button } = addButton()
  click(button, 1)
  button.remove()
  const { button: next, pressed } = addButton()
  click(next, 0)
  expect(pressed).toHaveBeenCalledOnce()
})
