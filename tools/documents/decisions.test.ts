import { expect, test } from 'vitest'
import { decisionFaults } from './decisions.ts'
import { readDocuments } from './references.ts'

test('every decision record has its own number and at most 30 lines', () => {
  expect(decisionFaults([...readDocuments()])).toEqual([])
})

test('a number that is used twice, a wrong heading and a long record are reported', () => {
  const record = (name: string, text: string): [string, string] => [`docs/decisions/${name}.md`, text]
  expect(decisionFaults([record('0007-a', '# 7. A'), record('0008-b', '# 8. B\n'.repeat(30))])).toEqual([])
  expect(decisionFaults([record('0007-a', '# 7. A'), record('0007-b', '# 7. B')])).toEqual([
    '0007-b.md: another record has the number 7.',
  ])
  expect(decisionFaults([record('0007-a', '# 8. A')])).toHaveLength(1)
  expect(decisionFaults([record('0007-a', `# 7. A${'\n.'.repeat(30)}`)])).toHaveLength(1)
})
