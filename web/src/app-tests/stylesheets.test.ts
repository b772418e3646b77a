import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')

/** The CSS modules by their path, each with the classes that it defines. */
const definedIn = new Map(
  globSync('**/*.module.css', { cwd: SOURCES }).map(path => [path, classesOf(read(path))]),
)

/** The classes of CSS modules that components use: `styles.row`, `styles['row-header']`. */
const uses = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).flatMap(path => {
  const code = read(path)
  const imports = [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)]
  const withoutPaths = code.replaceAll(/ from '[^']+'/g, '')
  return imports.flatMap(([, styles, sheet = '']) =>
    [...withoutPaths.matchAll(new RegExp(`\\b${styles}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g'))].map(
      ([, word, quoted]) => ({
        path,
        sheet: normalize(join(dirname(path), sheet)),
        name: word ?? quoted ?? '',
      }),
    ),
  )
})

function read(path: string) {
  return readFileSync(join(SOURCES, path), 'utf8')
}

function classesOf(css: string) {
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
}

test('every class that a component uses is in its style sheet', () => {
  expect(uses.length).toBeGreaterThan(100)
  const missing = uses.filter(({ sheet, name }) => !definedIn.get(sheet)?.has(name))
  expect(missing.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
})

test('every class of a style sheet is used by a component', () => {
  const used = new Set(uses.map(({ sheet, name }) => `${sheet}: ${name}`))
  const defined = [...definedIn].flatMap(([path, names]) => [...names].map(name => `${path}: ${name}`))
  expect(defined.filter(name => !used.has(name))).toEqual([])
})

test('no text is set apart by a dot, which would end a line', () => {
  const dotted = globSync('**/*.{css,tsx}', {
    cwd: SOURCES,
    exclude: ['**/*.test.tsx', 'ui/layout/page.tsx'],
  })
  expect(dotted.length).toBeGreaterThan(300)
  expect(dotted.filter(path => read(path).includes('·'))).toEqual([])
})

test('no component has a style attribute, which the content security policy forbids in a page that the server renders', () => {
  const components = globSync('**/*.tsx', { cwd: SOURCES })
  expect(components.length).toBeGreaterThan(200)
  expect(components.filter(path => /\sstyle=/.test(read(path)))).toEqual([])
})
