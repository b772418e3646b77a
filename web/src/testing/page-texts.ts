import { within } from '@testing-library/react'

/** The accessible names of the buttons in an element, in order. */
export const buttonNamesIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('button')
    .map(button => button.getAttribute('aria-label') ?? button.textContent)

/** The texts of all primary buttons and links, of which a page has one (docs/design.md). */
export const primaryNames = () =>
  Array.from(document.querySelectorAll('[data-variant="primary"]'), ({ textContent }) => textContent)

/**
 * Matches the element whose whole text matches, and none around it: also where parts of the text, like a time, are elements
 * of their own.
 */
export const wholeText = (pattern: RegExp) => (_: string, element: Element | null) => {
  const matches = (one: Element) => pattern.test(one.textContent ?? '')
  return element !== null && matches(element) && ![...element.children].some(matches)
}
