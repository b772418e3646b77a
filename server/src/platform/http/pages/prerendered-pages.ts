import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Reminder, Viewer } from '@blood-bank/contract/sessions/viewers'
import { entityTagOf } from '../replies/entity-tag.ts'

/** A page as it is sent, with the entity tag of its text. */
type SentPage = { plain: string; compressed: Buffer; tag: string }

/**
 * What the server marks in a page, because it is known before any script runs: the chosen theme, an empty blood bank, and
 * which of the reminders in the page of `unknown` are due.
 */
type Marks = { theme: string | undefined; isWithoutDonors: boolean; reminders: Reminder[] }

/** The HTML of one path by viewer: `prerendered/member/find-donors.html` is the page at `/find-donors`. */
type PagesOfPath = Map<string, (marks: Marks) => Promise<SentPage>>

/** Finds the page of a viewer at a path, with its marks. A viewer without one gets that of `unknown`, if there is one. */
type FindPage = (viewer: Viewer, marks: Marks) => Promise<SentPage> | undefined

const FOLDER = 'prerendered'
const THEMES = ['light', 'dark']

/**
 * Reads the pages that the build rendered, which need no script to be read (web/build/prerender.ts).
 * @param prepare completes the HTML of a path
 * @returns `findPages` finds the pages of a path, null if the build rendered none; `isPage` tells whether the router in the
 * browser, which ignores case and a slash at the end, finds a page at a path
 */
export async function readPrerenderedPages(
  folder: string,
  prepare: (html: string, path: string) => string,
): Promise<{ findPages: (path: string) => FindPage | null; isPage: (path: string) => boolean }> {
  const byPath = new Map<string, PagesOfPath>()
  const names = await readdir(join(folder, FOLDER), { recursive: true })
  for (const name of names.filter(name => name.endsWith('.html'))) {
    const [viewer = '', ...parts] = name.slice(0, -'.html'.length).split(sep)
    const path = `/${parts.join('/')}`.replace(/\/index$/, '/')
    const html = prepare(await readFile(join(folder, FOLDER, name), 'utf8'), path)
    const pages: PagesOfPath = byPath.get(path) ?? new Map()
    byPath.set(path, pages.set(viewer, createMarkedPage(html)))
  }
  const withParameters = [...byPath].filter(([path]) => path.includes('/:'))
  const spellings = [...byPath.keys()].filter(path => path !== '/').map(path => path.toLowerCase())
  return {
    findPages: path => {
      const pages = byPath.get(path) ?? withParameters.find(([pattern]) => isAt(pattern, path))?.[1]
      return pages ? (viewer, marks) => (pages.get(viewer) ?? pages.get('unknown'))?.(marks) : null
    },
    isPage: path => {
      const spelling = path.toLowerCase()
      const withoutSlash = spelling.endsWith('/') ? spelling.slice(0, -1) : spelling
      return spellings.some(pattern => isAt(pattern, withoutSlash))
    },
  }
}

/** Whether a path is one for which a page stands; `/unsubscribe/:token` stands for one segment more. */
function isAt(pattern: string, path: string) {
  const [parts, segments] = [pattern.split('/'), path.split('/')]
  const fits = (segment: string, at: number) =>
    parts[at]?.startsWith(':') ? segment !== '' : segment === parts[at]
  return parts.length === segments.length && segments.every(fits)
}

/**
 * The page is painted before any script runs, so the server marks it (web/src/ui/theme/theme.ts, web/src/pages/landing,
 * web/src/frame/reminders).
 * Each variant is compressed when it is first sent, not at startup.
 */
function createMarkedPage(html: string) {
  const variants = new Map<string, Promise<SentPage>>()
  return ({ theme: wanted, isWithoutDonors, reminders }: Marks) => {
    const theme = THEMES.find(name => name === wanted)
    const marks = [
      theme && ` data-theme="${theme}"`,
      isWithoutDonors && ' data-donors="none"',
      reminders.length > 0 && ` data-reminders="${reminders.join(' ')}"`,
    ]
      .filter(Boolean)
      .join('')
    const variant = variants.get(marks) ?? compress(html.replace('<html', `<html${marks}`))
    variants.set(marks, variant)
    return variant
  }
}

const brotli = promisify(brotliCompress)

/** Compresses a page outside the main thread. */
export const compress = async (html: string): Promise<SentPage> => ({
  plain: html,
  compressed: await brotli(html),
  tag: entityTagOf(html),
})
