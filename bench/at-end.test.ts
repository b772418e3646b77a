import { expect, test } from 'vitest'
import { endingAll } from './at-end.ts'

test('what was started ends, the last first, also when the work fails', async () => {
  const ended: string[] = []
  const work = endingAll(async atEnd => {
    atEnd(() => ended.push('the product'))
    atEnd(async () => ended.push('its yardstick'))
    throw new Error('W3 by ours failed.')
  })
  await expect(work).rejects.toThrow('W3 by ours failed.')
  expect(ended).toEqual(['its yardstick', 'the product'])
})
