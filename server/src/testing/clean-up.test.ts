import { expect, test } from 'vitest'
import { withCleanUp } from './clean-up.ts'

test('clean-up functions run in reverse order, also if the work fails', async () => {
  const ended: string[] = []
  const work = withCleanUp(async cleanUp => {
    cleanUp.defer(() => void ended.push('the product'))
    cleanUp.defer(async () => void ended.push('the reference server'))
    throw new Error('W3 by ours failed.')
  })
  await expect(work).rejects.toThrow('W3 by ours failed.')
  expect(ended).toEqual(['the reference server', 'the product'])
})
