import { afterEach, beforeEach, expect, vi } from 'vitest'

// A stray error in the console fails the test, as in the server's tests.
const consoleError = vi.spyOn(console, 'error')
beforeEach(() => {
  consoleError.mockClear()
})
afterEach(() => expect(consoleError, 'nothing is printed as an error').not.toHaveBeenCalled())
