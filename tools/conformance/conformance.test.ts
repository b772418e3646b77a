import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { citationFaults, messageFaults } from './faults.ts'

const ROOT = join(import.meta.dirname, '../..')
const document = readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8')
const sources = new Map(
  globSync('{contract,server,postgres-local,web,e2e,bench}/**/*.{ts,tsx,css,html}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).map(path => [path, readFileSync(join(ROOT, path), 'utf8')]),
)

test('every section of the specification that a comment cites is in the document', () => {
  expect(sources.size).toBeGreaterThan(500)
  expect(citationFaults(document, sources)).toEqual([])
})

test('every message of the specification that the document quotes occurs in the sources once, to the letter', () => {
  expect(document.match(/"/g)?.length).toBeGreaterThan(80)
  expect(messageFaults(document, sources)).toEqual([])
})

const EXAMPLE = '# Conformance\n\n## 5. Rules\n\n- It shows "Failed to\n  fetch users."'

test('a citation of a section that the document lacks, or of another document, is reported', () => {
  const faultsOf = (comment: string) => citationFaults(EXAMPLE, new Map([['web/src/a.ts', comment]]))
  expect(faultsOf('// Rules (spec §5), twice (spec §5, §5).')).toEqual([])
  for (const comment of ['spec §6', 'spec §5, §6', 'spec §5.2', 'DESIGN §5'])
    expect(faultsOf(`// Rules (${comment}).`)).toEqual([expect.stringContaining('leads nowhere')])
})

test('a message that is missing, or there twice, or not to the letter, is reported', () => {
  const faultsOf = (document: string, ...texts: string[]) =>
    messageFaults(document, new Map(texts.map((text, index) => [`web/src/${index}.tsx`, text])))
  expect(faultsOf(EXAMPLE, 'Failed to fetch\n users.')).toEqual([])
  expect(faultsOf(EXAMPLE, 'Failed to fetch users.', 'Failed to fetch users.')).toHaveLength(1)
  expect(faultsOf(EXAMPLE, 'Failed to fetch user.')).toHaveLength(1)
  expect(faultsOf('"None for {group}."', `None for \${bloodGroup}.`)).toEqual([])
})
