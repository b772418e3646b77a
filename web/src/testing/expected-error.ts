import { vi } from 'vitest'

/** For a test that expects a `console.error`: returns what was logged since, and prevents the test from failing on it. */
export function expectConsoleErrors() {
  const logged: unknown[][] = []
  vi.mocked(console.error).mockImplementation((...values) => void logged.push(values))
  return {
    /** Everything logged; empties the list that would fail the test. */
    read: () => {
      vi.mocked(console.error).mockClear()
      return logged.splice(0)
    },
  }
}
