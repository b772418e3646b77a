/**
 * Matches the element whose whole text matches, and none around it: also where parts of the text, like a time, are elements
 * of their own.
 */
export const wholeText = (pattern: RegExp) => (_: string, element: Element | null) => {
  const matches = (one: Element) => pattern.test(one.textContent ?? '')
  return element !== null && matches(element) && ![...element.children].some(matches)
}
