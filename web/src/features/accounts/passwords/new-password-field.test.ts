import { expect, test } from 'vitest'
import { strengthOf } from './new-password-field.tsx'

test.each([
  ['', 'weak'],
  ['secret', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['Rima2026', 'fair'],
  ['correct horse battery staple', 'strong'],
  ['রক্তদান মহৎ কাজ ২০২৬', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
