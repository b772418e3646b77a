import { expect, test } from 'vitest'
import { slowdownFor } from './slowdown.ts'

test('a slow machine is slowed down less, so that the phone that is measured stays the same', () => {
  expect([2_400, 1_500, 1_499, 800, 799, 0].map(slowdownFor)).toEqual([4, 4, 2, 2, 1, 1])
})
