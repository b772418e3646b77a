import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

const policyWith = (connectTo: string[]) => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  ["connect-src 'self'", ...connectTo].join(' '),
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
]
const trusting = (policies: string) => ["require-trusted-types-for 'script'", `trusted-types ${policies}`]

/**
 * The one page that may register the service worker, for which a browser asks for a trusted script address
 * (docs/decisions/0009). Strings are no more trusted there than anywhere.
 */
export const REGISTERS_WORKER = '/offline-access'

/** The documentation page writes styles and markup of its own; no other page may. */
const forDocs = (rule: string) => (rule.startsWith('style-src') ? "style-src 'self' 'unsafe-inline'" : rule)

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

const TWO_YEARS_S = 63_072_000

/** What an answer is, as far as its headers depend on it. */
type Kind = 'page' | 'registering-page' | 'interface' | 'documentation'

/**
 * What a call is answered with: by the route that it found, not by how its address is spelled (`/%61pi/…` is `/api/…`).
 * What found no route, or is no address, is treated as the interface: its answer is stored nowhere.
 */
export function replyKindOf(req: FastifyRequest): Kind {
  const { url: route = ANY_PATH } = req.routeOptions
  const path = route === ANY_PATH ? pathOf(req) : route
  if (path === null || req.is404 || /^\/(api|dev)(\/|$)/.test(path))
    return /^\/api\/docs(\/|$)/.test(path ?? '') ? 'documentation' : 'interface'
  return path === REGISTERS_WORKER ? 'registering-page' : 'page'
}

/** The route of all pages. */
const ANY_PATH = '/*'

/** The path of a call without its query and escapes; null when it cannot be read. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/')
  } catch {
    return null
  }
}

/** The security headers of an answer, by what it is (TRUST 21). */
export function securityHeaders(config: Config): Record<Kind, Record<string, string>> {
  const rules = policyWith(config.tokenSync ? [new URL(config.tokenSync.url).origin] : [])
  const policy = [...rules, ...trusting("'none'")].join('; ')
  const docsPolicy = rules.map(forDocs).join('; ')
  const registeringPolicy = [...rules, ...trusting('service-worker')].join('; ')
  const headersWith = (policy: string, more: Record<string, string>) => ({
    ...HEADERS,
    'content-security-policy': policy,
    ...(config.isHttps && { 'strict-transport-security': `max-age=${TWO_YEARS_S}; includeSubDomains` }),
    ...more,
  })
  // Made once: every call gets some.
  return {
    page: headersWith(policy, {}),
    'registering-page': headersWith(registeringPolicy, {}),
    interface: headersWith(policy, { 'cache-control': 'no-store' }),
    documentation: headersWith(docsPolicy, { 'cache-control': 'no-store' }),
  }
}
