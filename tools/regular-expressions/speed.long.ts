import { expect, test } from 'vitest'
import { allExpressions, JUDGED, slowAmong } from './judge.ts'

// `--update` writes the list after a change.
test('no regular expression is slow, and the list of those that the gate need not judge again is true', async () => {
  const expressions = await allExpressions()
  expect(slowAmong(expressions)).toEqual([])
  await expect(`${[...expressions.keys()].sort().join('\n')}\n`).toMatchFileSnapshot(JUDGED)
})
