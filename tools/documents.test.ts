import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const files = globSync('{*,*/**}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist', '.build', '.git', 'data*'],
})
const documents = files.filter(path => path.endsWith('.md'))
const decisions = documents.filter(path => path.startsWith('docs/decisions/'))
const numberOf = (path: string) => Number(path.match(/decisions\/(\d{4})-/)?.[1])

/** What a pattern finds in documents: `document: what`, for each that is not valid. */
const faults = (pattern: RegExp, isValid: (document: string, ...groups: string[]) => boolean) =>
  documents.flatMap(document =>
    [...read(document).matchAll(pattern)]
      .filter(([, ...groups]) => !isValid(document, ...groups))
      .map(([text]) => `${document}: ${text}`),
  )

test('every file that a document links to or names exists', () => {
  const isThere = (path: string) => files.includes(normalize(path).replace(/\/$/, ''))
  const isLinked = (document: string, path = '') => isThere(join(document, '..', path))
  expect(faults(/\]\((?!https?:|#)([^)#]+)/g, isLinked)).toEqual([])
  // The pages of web/dist are there only once they are built.
  const path = /`((?:contract|server|postgres-local|web(?!\/dist)|e2e|bench|tools|deploy|docs)\/[\w./-]+)`/g
  expect(faults(path, (_, path = '') => isThere(path))).toEqual([])
  const isTest = (_: string, name: string) => files.some(file => `/${file}`.endsWith(`/${name}`))
  expect(faults(/`([\w/-]+\.(?:test|long|spec)\.tsx?)`/g, isTest)).toEqual([])
})

test('every heading that a document links to exists', () => {
  /** As GitHub makes them: lower case, hyphens for blanks, no other punctuation. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
  const isThere = (document: string, path = '', anchor = '') => {
    const target = path ? normalize(join(document, '..', path)) : document
    return [...read(target).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
  }
  expect(faults(/\]\((?!https?:)([^)#]*\.md|)#([^)]+)\)/g, isThere)).toEqual([])
})

test('a decision record has a number of its own, which its heading has, too, and at most 200 words', () => {
  expect(new Set(decisions.map(numberOf)).size).toBe(decisions.length)
  for (const path of decisions) {
    expect(read(path)).toMatch(new RegExp(`^# ${numberOf(path)}\\. `))
    expect(read(path).trim().split(/\s+/).length, path).toBeLessThanOrEqual(200)
  }
})

test('code and documents cite no decision that is gone', () => {
  const numbers = new Set(decisions.map(numberOf))
  const citations = files
    .filter(path => /\.(ts|tsx|mjs|sql|md)$/.test(path))
    .flatMap(path =>
      Array.from(read(path).matchAll(/docs\/decisions\/(\d{4})|\bdecision (\d+)\b/g), ([, file, number]) => ({
        path,
        number: Number(file ?? number),
      })),
    )
  expect(citations.length).toBeGreaterThan(20)
  expect(citations.filter(({ number }) => !numbers.has(number))).toEqual([])
})

test('every message of the specification occurs in the product once, to the letter', () => {
  /** The formatter may break a text at any space. */
  const collapseSpace = (text: string) => text.replace(/\s+/g, ' ')
  const product = files
    .filter(path => /^(contract|server|web)\/src\/.+\.tsx?$/.test(path))
    .filter(path => !/\.(test|long)\.tsx?$|\/testing\//.test(path))
    .map(path => collapseSpace(read(path)))
  const messages = [...read('docs/conformance.md').matchAll(/"([^"]+)"/g)].map(([, message = '']) => message)
  expect(messages.length).toBeGreaterThan(45)
  // {group} stands for a placeholder ${…} of a template.
  const patterns = messages.map(message => {
    const literal = collapseSpace(message).replace(/[\\^$.*+?()[\]|]/g, '\\$&')
    return new RegExp(literal.replace(/\{\w+\}/g, '\\$\\{[^}]+\\}'), 'g')
  })
  const occurrences = patterns.map(pattern => product.flatMap(text => text.match(pattern) ?? []).length)
  expect(messages.filter((_, index) => occurrences[index] !== 1)).toEqual([])
})
