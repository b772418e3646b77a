import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decisionFaults, missingDecisions } from './decisions.ts'
import { listFiles, readDocuments } from './references.ts'

test('there are at most 25 decision records, each with its own number and at most 200 words', () => {
  expect(decisionFaults([...readDocuments()])).toEqual([])
})

test('a number that is used twice, a wrong heading, a long record and too many records are reported', () => {
  const record = (name: string, text: string): [string, string] => [`docs/decisions/${name}.md`, text]
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => record(`00${index + 10}-a`, `# ${index + 10}. A`))
  expect(
    decisionFaults([record('0007-a', '# 7. A'), record('0008-b', `# 8. B${' word'.repeat(197)}`)]),
  ).toEqual([])
  expect(decisionFaults([record('0007-a', '# 7. A'), record('0007-b', '# 7. B')])).toEqual([
    '0007-b.md: another record has the number 7.',
  ])
  expect(decisionFaults([record('0007-a', '# 8. A')])).toHaveLength(1)
  expect(decisionFaults([record('0007-a', `# 7. A${' word'.repeat(198)}`)])).toHaveLength(1)
  expect(decisionFaults(numbered(25))).toEqual([])
  expect(decisionFaults(numbered(26))).toHaveLength(1)
})

test('code and documents cite no decision that is gone', () => {
  const records = [...readDocuments().keys()]
  expect(missingDecisions('docs/decisions/0003 and decision 3, but not 3', records)).toEqual([])
  expect(missingDecisions('docs/decisions/0002 and decision 999', records)).toEqual([2, 999])
  const citing = listFiles().filter(
    path => /\.(ts|tsx|mjs|md)$/.test(path) && !/^CHANGELOG|^tools\/documents/.test(path),
  )
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  expect(citing.filter(path => missingDecisions(read(path), records).length > 0)).toEqual([])
})
