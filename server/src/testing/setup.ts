import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Reply } from './person.ts'

declare module 'vitest' {
  interface Assertion {
    /** The reply is this refusal of the catalogue; `message` is given if the endpoint has its own. */
    toRefuse(code: RefusalCode, message?: string): void
  }
}

expect.extend({
  toRefuse(reply: Reply<unknown>, code: RefusalCode, message: string = REFUSALS[code].message) {
    const expected = { status: REFUSALS[code].status, code, message }
    const received = { status: reply.status, code: reply.error?.code, message: reply.error?.message }
    return {
      pass: this.equals(received, expected),
      message: () => `expected a refusal:\n${this.utils.diff(expected, received)}`,
    }
  },
})

const consoleError = vi.spyOn(console, 'error')
beforeEach(() => {
  consoleError.mockClear()
})
afterEach(() => expect(consoleError, 'nothing is printed as an error').not.toHaveBeenCalled())
