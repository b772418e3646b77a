import { vi } from 'vitest'

/** For a test that wants a `console.error`: gives what was written since and keeps the test from failing on it. */
export function expectConsoleErrors() {
  const written: unknown[][] = []
  vi.mocked(console.error).mockImplementation((...words) => void written.push(words))
  return {
    /** All that was written; empties the list that would fail the test. */
    read: () => {
      vi.mocked(console.error).mockClear()
      return written.splice(0)
    },
  }
}
