import { findBloodGroupInUrl } from '../donors/blood-groups.ts'
import { cleanText, withoutEnd } from '../typed-text/clean.ts'
import { decodeLink, decodePart, findLinkToken } from './link-tokens.ts'

/** As browsers and Node have it. The contract is compiled without the types of either. */
declare class URLSearchParams {
  constructor(init?: string | [name: string, value: string][])
  readonly size: number
  get(name: string): string | null
  set(name: string, value: string): void
  [Symbol.iterator](): Iterator<[name: string, value: string]>
}

/** What follows a link in a text. A blank may have been a plus. */
const AFTER_A_LINK = /[).,;:!>\]'"”’»]/

const found = (text: string, wanted: RegExp) => wanted.exec(text)?.[1]?.toLowerCase() ?? null

/** How the values in addresses are read: what is around them, such as a full stop, is no part of them. */
const VALUES = {
  bloodGroup: (text: string) => findBloodGroupInUrl(withoutEnd(text.replace(/^3D/i, ''), AFTER_A_LINK)),
  request: (text: string) => found(text, /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/i),
  shared: (text: string) => found(text, /(?:^|^3d|[^\da-z])([\da-z]{26})(?![\da-z])/i),
}
type Name = keyof typeof VALUES

/** What an address carries: a token in its fragment, one at the end of its path, or values in its query. */
type Carried = 'token' | 'path-token' | 'any' | readonly Name[]

/** Every page that people get the address of, and what the address carries. */
export const PAGE_ADDRESSES: Record<string, Carried> = {
  '/': ['bloodGroup'],
  '/verify-email': 'token',
  '/reset-password': 'token',
  '/answer': 'token',
  '/a': 'token',
  '/confirm': 'token',
  '/claim': 'token',
  '/kept': 'token',
  '/unsubscribe/:token': 'path-token',
  '/unsubscribe/thank-yous/:token': 'path-token',
  '/r/:code': 'path-token',
  '/find-donors': ['bloodGroup'],
  '/post-request': ['bloodGroup'],
  '/register-donor': ['bloodGroup'],
  '/view-requests': ['request'],
  '/call-donors': ['request', 'bloodGroup'],
  '/register': ['request', 'shared'],
  '/login': ['request', 'shared'],
  '/forgot-password': [],
  '/dashboard': [],
  '/account': [],
  '/offline-access': [],
  '/edit-donor-profile': [],
  '/privacy': [],
  '/help': [],
  '/poster': [],
  '/admin': 'any',
  '/admin/overview': 'any',
  '/admin/donors': 'any',
  '/admin/requests': 'any',
  '/admin/users': 'any',
  '/admin/reports': 'any',
  '/admin/audit-log': 'any',
  '/admin/term-summary': 'any',
}

/** Longer ones first, because others begin them. */
const PATHS = Object.keys(PAGE_ADDRESSES).sort((one, other) => other.length - one.length)

const UNSEEN_OR_BLANK = /[\p{Cf}\p{Default_Ignorable_Code_Point}\s]/u
const DASH = /[\p{Pd}_]/u

/**
 * Where a path ends at the beginning of a text, which may have blanks, marks and capital letters in it, and other hyphens or
 * none; -1 if it is another.
 */
function endOf(path: string, text: string): number {
  let at = 0
  for (const wanted of path) {
    while (UNSEEN_OR_BLANK.test(text.charAt(at))) at += 1
    const character = text.charAt(at).toLowerCase()
    if (character === wanted || (wanted === '-' && DASH.test(character))) at += 1
    else if (wanted !== '-') return -1
  }
  return at
}

/** The page that an address begins with, and the rest of the address. */
function findPage(text: string): { page: string; rest: string } | null {
  for (const page of PATHS) {
    const [path = ''] = page.split(':', 1)
    const end = endOf(path, text)
    if (end < 0) continue
    // As an email's encoding writes what begins the rest.
    const rest = text.slice(end).replace(/^=23/, '#').replace(/^=3f/i, '?')
    const carried = PAGE_ADDRESSES[page]
    const isEnd =
      carried === 'path-token' || !/^[\w-]/.test(rest) || (carried === 'token' && /^token/i.test(rest))
    // "/find-donors/more" is no page, and "/" begins every path.
    const next = rest.replace(/^[\s/]+/, '')
    const isDeeper = carried !== 'token' && rest.slice(0, -next.length).includes('/') && /^[\w-]/.test(next)
    if (isEnd && !isDeeper && (page !== '/' || /^[?&]/.test(rest))) return { page, rest }
  }
  return null
}

/** What the second link of an alert has before its token. */
const INVITATION = /^[^a-z]*platelets/i

/** A site before the path, such as in "/https://blood.example.edu/answer". */
const ORIGIN = /^[\s/]*(?:https?:[\s/]*[^/?#]*|[^/?#\s]*\.[a-z]{2,}(?::\d+)?(?=\/))/i

/**
 * The address that somebody was given, from one that mail programs, chats or people have damaged: encoded once more, cut off
 * from its fragment, or with blanks, marks and punctuation in it. The server leads there, and the service worker without it.
 * @param url path and query of a request
 * @returns the right path, query and fragment; null if the address is intact, is none of ours, or cannot be read in one way
 */
export function restoreAddress(url: string): string | null {
  if (/^[a-z/-]*$/.test(url)) return null
  const text = decodeLink(url)
  const { page, rest } = findPage(text.replace(/^[\s/\\]+/, '/')) ?? findPage(text.replace(ORIGIN, '')) ?? {}
  if (page === undefined || rest === undefined) return null
  const [path = '', ...queries] = url.split('?')
  const isPathIntact =
    decodePart(path)
      .toLowerCase()
      .replace(/(.)\/$/, '$1') === page
  const query = queries.join('?')
  const carried = PAGE_ADDRESSES[page]
  if (carried === 'path-token') return restorePathToken(page, { path, rest })
  if (carried === 'token') {
    const token = findLinkToken(rest)
    const asked = page === '/answer' && INVITATION.test(rest) ? `${page}?platelets` : page
    if (token === '') return isPathIntact ? null : asked
    return page === '/a' || page === '/kept' ? `${page}#${token}` : `${asked}#token=${token}`
  }
  if (carried === 'any') {
    const written = query
      ? query.replace(/&amp;/gi, '&')
      : withoutEnd(cleanText(rest.split('?', 2)[1] ?? ''), AFTER_A_LINK)
    const values = new URLSearchParams(written)
    for (const [name, value] of values)
      if (/bloodGroup$/i.test(name)) values.set(name, VALUES.bloodGroup(value) ?? value)
    if (isPathIntact && `${values}` === `${new URLSearchParams(query)}`) return null
    return values.size > 0 ? `${page}?${values}` : page
  }
  const given = new URLSearchParams(query)
  const read = new URLSearchParams(carried?.flatMap(name => readValue(name, rest)))
  const [, fragment] = /#([a-z][a-z-]*)/i.exec(rest) ?? []
  const isQueryIntact = carried?.every(name => given.get(name) === read.get(name))
  if (isPathIntact && isQueryIntact && fragment === undefined) return null
  return `${page}${read.size > 0 ? `?${read}` : ''}${fragment ? `#${fragment.toLowerCase()}` : ''}`
}

/** A value of a query, as it is if it cannot be read. */
function readValue(name: Name, rest: string): [Name, string][] {
  const parts = rest.split(/[&?#;]/).map(part => /^[^a-z]*([a-z]+)\s*[=:](.*)$/is.exec(part) ?? [])
  const [, , written] = parts.find(([, given]) => given?.toLowerCase() === name.toLowerCase()) ?? []
  return written === undefined ? [] : [[name, VALUES[name](written) ?? written]]
}

/**
 * The lengths of what the paths end with: the token that stops emails, also with what it asks before it, and the code of a
 * public page.
 */
const PATH_TOKENS: Record<string, (text: string) => string | null> = {
  '/r/': text => found(text, /^([\da-z]{26})$/i),
  '/unsubscribe/': text => /^(?:rest-)?[\w-]{65}$/.exec(text)?.[0] ?? null,
}

function restorePathToken(page: string, { path, rest }: { path: string; rest: string }): string | null {
  const [start = ''] = page.split(':', 1)
  const [written = ''] = rest.split(/[?#&]/, 1)
  const read = Object.entries(PATH_TOKENS).find(([known]) => start.startsWith(known))?.[1]
  const token = read?.(written.replace(/[^\w-]/g, ''))
  return token && path !== start + token ? start + token : null
}
