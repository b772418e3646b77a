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

const POLICY_WITHOUT_SCRIPTS = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

const trustedTypes = (policies: string) => ["require-trusted-types-for 'script'", `trusted-types ${policies}`]

/**
 * The pages that may register the service worker, which requires a Trusted Types policy for its script URL
 * (docs/decisions/0009). All other sinks are as restricted as on other pages.
 */
export const SERVICE_WORKER_REGISTRATION_PATHS: readonly string[] = ['/offline-access', '/account']

/** The API documentation uses inline styles; no other page may. */
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

/** The kinds of replies that differ in their headers. */
type ReplyKind = 'page' | 'registering-page' | 'page-without-scripts' | 'api' | 'documentation'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For pages that need no script, are public, and are not for search engines. */
    hasNoScripts?: true
  }
}

/**
 * The kind of a reply, by the matched route and not by the encoding of the URL (`/%61pi/…` is `/api/…`). A request that
 * matched no route is treated as an API call, so that its reply is not cached.
 */
export function replyKindOf(req: FastifyRequest): ReplyKind {
  const { url: route = CATCH_ALL_ROUTE, config } = req.routeOptions
  if (config?.hasNoScripts) return 'page-without-scripts'
  const path = route === CATCH_ALL_ROUTE ? pathOf(req) : route
  if (path === null || req.is404 || /^\/(api|dev)(\/|$)/.test(path))
    return /^\/api\/docs(\/|$)/.test(path ?? '') ? 'documentation' : 'api'
  return SERVICE_WORKER_REGISTRATION_PATHS.includes(path) ? 'registering-page' : 'page'
}

/** The route that serves all pages. */
const CATCH_ALL_ROUTE = '/*'

/** The decoded path of a request without its query; null if it cannot be decoded. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/')
  } catch {
    return null
  }
}

/** The security headers for each kind of reply (docs/trust.md, 21). */
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
  // Built once, because every reply has one of them.
  return {
    page: headersWith(policy, {}),
    'registering-page': headersWith(registeringPolicy, {}),
    'page-without-scripts': headersWith([...POLICY_WITHOUT_SCRIPTS, ...trustedTypes("'none'")].join('; '), {
      'x-robots-tag': 'noindex',
    }),
    api: headersWith(policy, { 'cache-control': 'no-store' }),
    documentation: headersWith(docsPolicy, { 'cache-control': 'no-store' }),
  }
}
