import { within } from '@testing-library/react'

/** The accessible names of the buttons in an element, in order. */
export const buttonNamesIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('button')
    .map(button => button.getAttribute('aria-label') ?? button.textContent)
