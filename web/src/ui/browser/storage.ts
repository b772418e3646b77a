/** A storage of the browser; undefined if it denies access, or has none, like the browsers in some apps. */
export function findStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name] ?? undefined
  } catch {
    return undefined
  }
}
