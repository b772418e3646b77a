import { expect, test } from 'vitest'
import { brokenAnchors, brokenReferences, listFiles, readDocuments } from './references.ts'

test('every file that a document names or links to exists', () => {
  const documents = [...readDocuments()]
  expect(documents.length).toBeGreaterThan(25)
  const files = listFiles()
  expect(documents.flatMap(([path, text]) => brokenReferences(path, text, files))).toEqual([])
})

test('a link, a path and the name of a test that do not exist are reported', () => {
  const files = ['docs/trust.md', 'server/src/app.ts', 'server/src', 'server/src/fuzz.test.ts']
  const faultsOf = (text: string) => brokenReferences('docs/scaling.md', text, files)
  expect(
    faultsOf('[trust](trust.md#guarantees), `server/src/`, `server/src/app.ts`, `fuzz.test.ts`'),
  ).toEqual([])
  expect(faultsOf('text\n[trust](../trust.md)')).toEqual([
    'docs/scaling.md, line 2: ../trust.md does not exist.',
  ])
  expect(faultsOf('`server/src/main.ts`')).toHaveLength(1)
  expect(faultsOf('`uzz.test.ts`')).toHaveLength(1)
})

test('every heading that a document links to exists', () => {
  expect(brokenAnchors(readDocuments())).toEqual([])
})

test('a link to a heading that does not exist is reported', () => {
  const faultsOf = (link: string) =>
    brokenAnchors(
      new Map([
        ['docs/a.md', `# 1. How do I start?\n[b](${link})`],
        ['b.md', '## Two words'],
      ]),
    )
  expect(['#1-how-do-i-start', '../b.md#two-words', '../b.ts#L1'].flatMap(faultsOf)).toEqual([])
  expect(faultsOf('#how-do-i-start')).toEqual(['docs/a.md: #how-do-i-start has no heading.'])
  expect(faultsOf('../b.md#two')).toHaveLength(1)
})
