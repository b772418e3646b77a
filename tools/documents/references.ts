import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A name of a file that a document mentions, and its line, from 1. */
type Reference = { document: string; line: number; path: string }

/** The documents that people read, by their paths from the root folder. */
export const readDocuments = (): Map<string, string> =>
  new Map(
    globSync(['*.md', '{*,deploy/*}/README.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: ROOT }).map(
      path => [path, readFileSync(join(ROOT, path), 'utf8')],
    ),
  )

/** Every file of the repository, by its path from the root folder. */
export const listFiles = (): string[] =>
  globSync('{*,*/**}', { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '.build', '.git', 'data*'] })

const LINK = /\]\((?!https?:|#)([^)#]+)/g
const PACKAGE_PATH = /`((?:contract|server|postgres-local|web|e2e|bench|tools|deploy|docs)\/[\w./-]+)`/g
/** Built, so not there on a fresh clone. */
const isGenerated = (path: string) => path.startsWith('web/dist')
const TEST_NAME = /`([\w/-]+\.(?:test|long|spec)\.tsx?)`/g

/** The references of a document that lead nowhere. */
export const brokenReferences = (document: string, text: string, files: string[]): string[] =>
  text.split('\n').flatMap((line, index) => {
    const broken = (path: string) => describe({ document, line: index + 1, path })
    const isThere = (path: string) => files.includes(path.replace(/\/$/, ''))
    return [
      ...pathsIn(line, LINK)
        .filter(path => !isThere(normalize(join(document, '..', path))))
        .map(broken),
      ...pathsIn(line, PACKAGE_PATH)
        .filter(path => !isThere(path) && !isGenerated(path))
        .map(broken),
      ...pathsIn(line, TEST_NAME)
        .filter(name => !files.some(file => `/${file}`.endsWith(`/${name}`)))
        .map(broken),
    ]
  })

const ANCHOR_LINK = /\]\((?!https?:)([^)#]*)#([^)]+)\)/g
const HEADING = /^#+ (.+)$/gm

/** Links to headings that their documents do not have. */
export const brokenAnchors = (documents: Map<string, string>): string[] =>
  [...documents].flatMap(([document, text]) =>
    [...text.matchAll(ANCHOR_LINK)].flatMap(([, path = '', anchor = '']) => {
      const target = documents.get(path ? normalize(join(document, '..', path)) : document)
      const isThere = target === undefined || anchorsOf(target).includes(anchor)
      return isThere ? [] : [`${document}: ${path}#${anchor} has no heading.`]
    }),
  )

/** As GitHub makes them: lower case, hyphens for blanks, no other punctuation. */
const anchorsOf = (text: string) =>
  [...text.matchAll(HEADING)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

const pathsIn = (line: string, pattern: RegExp) => [...line.matchAll(pattern)].map(([, path = '']) => path)

const describe = ({ document, line, path }: Reference) => `${document}, line ${line}: ${path} does not exist.`
