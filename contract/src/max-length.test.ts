import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { maxLength } from './max-length.ts'

test('a text that is too long is not looked at by other checks', () => {
  const isAllowed = vi.fn(() => true)
  const Name = z.string().check(z.trim(), maxLength(4, 'Too long.'), z.refine(isAllowed))
  expect(Name.safeParse('Rimas').error?.issues.map(({ message }) => message)).toEqual(['Too long.'])
  expect(isAllowed).not.toHaveBeenCalled()
  expect(Name.parse(' Rima ')).toBe('Rima')
  expect(isAllowed).toHaveBeenCalledOnce()
})
