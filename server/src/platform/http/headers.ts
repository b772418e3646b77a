import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

const createPolicy = (connectTo: string[]) => [
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
const trustedTypes = (policies: string) => ["require-trusted-types-for 'script'", `trusted-types ${policies}`]

/**
 * The one page that may register the service worker, for which a browser asks for a trusted script address
 * (docs/decisions/0009). Strings are no more trusted there than anywhere.
 */
export const SERVICE_WORKER_REGISTRATION_PATH = '/offline-access'

/** The documentation page writes styles and markup of its own; no other page may. */
const relaxForDocs = (rule: string) =>
  rule.startsWith('style-src') ? "style-src 'self' 'unsafe-inline'" : rule

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
type ReplyKind = 'page' | 'registering-page' | 'interface' | 'documentation'

/**
 * What a call is answered with: by the route that it found, not by how its address is spelled (`/%61pi/…` is `/api/…`).
 * What found no route, or is no address, is treated as the interface: its answer is stored nowhere.
 */
export function replyKindOf(req: FastifyRequest): ReplyKind {
  const { url: route = CATCH_ALL_ROUTE } = req.routeOptions
  const path = route === CATCH_ALL_ROUTE ? pathOf(req) : route
  if (path === null || req.is404 || /^\/(api|dev)(\/|$)/.test(path))
    return /^\/api\/docs(\/|$)/.test(path ?? '') ? 'documentation' : 'interface'
  return path === SERVICE_WORKER_REGISTRATION_PATH ? 'registering-page' : 'page'
}

/** The route of all pages. */
const CATCH_ALL_ROUTE = '/*'

/** The path of a call without its query and escapes; null when it cannot be read. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/')
  } catch {
    return null
  }
}

/** The security headers of an answer, by what it is (TRUST 21). */
export function securityHeaders(config: Config): Record<ReplyKind, Record<string, string>> {
  const rules = createPolicy(config.tokenSync ? [new URL(config.tokenSync.url).origin] : [])
  const policy = [...rules, ...trustedTypes("'none'")].join('; ')
  const docsPolicy = rules.map(relaxForDocs).join('; ')
  const registeringPolicy = [...rules, ...trustedTypes('service-worker')].join('; ')
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
