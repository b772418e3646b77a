import { within } from '@testing-library/react'

/** The accessible names of the buttons in an element, in order. */
export const buttonNamesIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('button')
    .map(button => button.getAttribute('aria-label') ?? button.textContent)

/** The texts of all primary buttons and links, of which a page has one (docs/design.md). */
export const primaryNames = () =>
  Array.from(document.querySelectorAll('[data-variant="primary"]'), ({ textContent }) => textContent)
