import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { READ_CAMPUS_FIGURES } from '@blood-bank/contract/endpoint'
import { PAGE_ADDRESSES } from '@blood-bank/contract/pages/addresses'
import type { PageRenderer, PageReply, PageRequest, RenderedPage } from '@blood-bank/contract/pages/rendering'
import type { Site } from '@blood-bank/contract/site/endpoints'
import { embedJson } from '../../html.ts'
import { entityTagOf } from '../replies/entity-tag.ts'
import { findAsset } from './find-asset.ts'

/** A page as it is sent, with the entity tag of its text. */
export type SentPage = { plain: string; compressed: Buffer; tag: string }

/** Pages that show nothing of whoever asks: they are the same for everybody without a session, and come without their query. */
const OF_NOBODY = ['/', '/login', '/register', '/forgot-password', '/help', '/privacy']
const THEMES = ['light', 'dark']

type Look = { theme: string | undefined; isWithoutDonors: boolean }

/** The pages of the site at one path. */
export type PagesOfPath = {
  /** Whether it shows what belongs to whoever asks. */
  isPersonal: boolean
  /**
   * The page for everybody without a session, or with one that is not known (`isKnown`). It leaves space for what `search`
   * names: a request of a public page, or how many donors can give to a group. Rendered once, or anew with other `figures`, then kept;
   * null if only the browser can find it.
   */
  forEverybody: (
    look: Look & { isKnown: boolean; search: string; figures: PageReply | null },
  ) => Promise<SentPage | null>
  /** The HTML of the page for one person; null if only the browser can find it. */
  forPerson: (look: Look, request: Pick<PageRequest, 'session' | 'search' | 'read'>) => Promise<string | null>
}

/**
 * Loads what the build made for rendering pages (web/build/renderer.ts).
 * @param template the HTML around every page, without `{{placeholders}}`
 * @param prepare completes the HTML of the page at a path
 * @returns `findPages` finds the pages of a path, null if there is none; `isPage` tells whether the router in the browser,
 * which ignores case and a slash at the end, finds a page at a path; `empty` is the page for any path, without a person or data
 */
export async function loadRenderer(
  folder: string,
  { site, template, now, prepare }: RendererOptions,
): Promise<{
  findPages: (path: string) => PagesOfPath | null
  isPage: (path: string) => boolean
  empty: SentPage
}> {
  const file = pathToFileURL(join(folder, '.renderer/render.js')).href
  const { default: renderer }: { default: PageRenderer } = await import(file)
  renderer.setSite(site)
  const scripts: Record<string, string[]> = JSON.parse(
    await readFile(join(folder, '.renderer/scripts.json'), 'utf8'),
  )
  const patterns = renderer.listPaths()
  const spellings = patterns.filter(path => path !== '/').map(path => path.toLowerCase())
  const unknownHead = headOfUnknown(findAsset(folder, 'early-*.js'))
  /** As many as there are pages and looks. */
  const kept = new Map<string, { shows: string | undefined; page: Promise<SentPage | null> }>()

  const documentOf = (rendered: RenderedPage, { pattern, theme: wanted, isTakenOver }: DocumentOptions) => {
    const theme = THEMES.find(name => name === wanted)
    const preloads = (scripts[rendered.shows] ?? scripts[pattern] ?? []).map(
      href => `<link rel="modulepreload" crossorigin href="${href}">`,
    )
    const html = template
      .replace('<html', () => (theme ? `<html data-theme="${theme}"` : '<html'))
      .replace('<title>', () => `<title>${rendered.title && `${rendered.title} · `}`)
      .replace(UNKNOWN, () => (isTakenOver ? '' : unknownHead))
      .replace('</head>', () => `${preloads.join('')}</head>`)
      .replace(
        '<div id="root"></div>',
        // Without a known session there is nothing to take over: the browser asks, and renders anew.
        () => `<div id="root">${rendered.html}</div>${isTakenOver ? embedJson('page', rendered.state) : ''}`,
      )
    return prepare(html, pattern)
  }

  const pagesOf = (pattern: string, path: string): PagesOfPath => {
    const isPersonal = !OF_NOBODY.includes(pattern) && !isByLink(pattern)
    return {
      isPersonal,
      forEverybody({ theme, isWithoutDonors, isKnown, search, figures }) {
        const known = THEMES.includes(theme ?? '') && theme
        const key = JSON.stringify([pattern, known, isWithoutDonors, isKnown, search])
        const make = async () => {
          const rendered = await renderer.renderPage({
            // Not the path that was asked for, which may have a key.
            path: pattern,
            search,
            session: isKnown ? { user: null } : null,
            isWithoutDonors,
            now: null,
            read: figures && readerOf(figures),
          })
          // The browser takes over only a page of its own path.
          const isTakenOver = isKnown && !pattern.includes(':')
          return rendered && compressed(documentOf(rendered, { pattern, theme, isTakenOver }))
        }
        const shows = JSON.stringify(figures?.body)
        const last = kept.get(key)
        if (last && last.shows === shows) return last.page
        const page = make()
        kept.set(key, { shows, page })
        page.catch(() => kept.delete(key))
        return page
      },
      async forPerson({ theme, isWithoutDonors }, { search, ...request }) {
        const rendered = await renderer.renderPage({
          ...request,
          path,
          search: isPersonal ? search : '',
          isWithoutDonors,
          now: now(),
        })
        return rendered && documentOf(rendered, { pattern, theme, isTakenOver: true })
      },
    }
  }

  const rendered = await renderer.renderPage({
    path: '/dashboard',
    search: '',
    session: null,
    isWithoutDonors: false,
    now: null,
    read: null,
  })
  if (!rendered) throw new Error('The page for members leads elsewhere.')
  const empty = template
    .replace(UNKNOWN, () => unknownHead)
    .replace('<div id="root"></div>', () => `<div id="root">${rendered.html}</div>`)
  return {
    findPages: path => {
      const pattern = patterns.find(pattern => isAt(pattern, path))
      return pattern === undefined ? null : pagesOf(pattern, path)
    },
    isPage: path => {
      const spelling = path.toLowerCase()
      const withoutSlash = spelling.endsWith('/') ? spelling.slice(0, -1) : spelling
      return spellings.some(pattern => isAt(pattern, withoutSlash))
    },
    empty: await compressed(prepare(empty, '')),
  }
}

/** Answers the one read of a page for everybody. */
const readerOf =
  (figures: PageReply): PageRequest['read'] =>
  async ({ path }) => {
    if (path !== READ_CAMPUS_FIGURES.path) throw new Error(`${path} is not for everybody.`)
    return figures
  }

/** A page whose key is behind the `#`, which only the browser knows, or in the path. */
const isByLink = (pattern: string) => /token$/.test(`${PAGE_ADDRESSES[pattern]}`)

/** What stands in the template for what is only in pages that come without a session. */
const UNKNOWN = '<!--unknown-->'

/** The first request of such a page, and the script that sets the theme, which the server does not know offline. */
const headOfUnknown = (earlyScript: string | null) =>
  '<link rel="preload" as="fetch" href="/api/session" crossorigin>' +
  (earlyScript === null ? '' : `<script src="${earlyScript}"></script>`)

type RendererOptions = {
  site: Site
  template: string
  now: () => Date
  prepare: (html: string, path: string) => string
}

type DocumentOptions = { pattern: string; theme: string | undefined; isTakenOver: boolean }

/** Whether a path is one for which a page stands; `/unsubscribe/:token` stands for one segment more. */
function isAt(pattern: string, path: string) {
  const [parts, segments] = [pattern.split('/'), path.split('/')]
  const fits = (segment: string, at: number) =>
    parts[at]?.startsWith(':') ? segment !== '' : segment === parts[at]
  return parts.length === segments.length && segments.every(fits)
}

const brotli = promisify<string, { params?: Record<number, number> }, Buffer>(brotliCompress)

async function compressed(html: string): Promise<SentPage> {
  return { plain: html, compressed: await brotli(html, {}), tag: entityTagOf(html) }
}

/** Most of the effect for a tenth of the time. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Compresses a page that is sent once, outside the main thread. */
export const compressOnce = (html: string): Promise<Buffer> => brotli(html, FAST)
