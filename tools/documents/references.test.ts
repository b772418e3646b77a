import { expect, test } from 'vitest'
import { brokenReferences, listFiles, readDocuments } from './references.ts'

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
