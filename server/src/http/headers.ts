import type { Config } from '../config.ts'

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

/** The security headers of an answer, by its path (TRUST 21). */
export function securityHeaders(config: Config): (path: string) => Record<string, string> {
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
  const forPages = headersWith(policy, {})
  const forRegistering = headersWith(registeringPolicy, {})
  const forInterface = headersWith(policy, { 'cache-control': 'no-store' })
  const forDocumentation = headersWith(docsPolicy, { 'cache-control': 'no-store' })
  return path => {
    if (path.startsWith('/api/docs')) return forDocumentation
    if (/^\/(api|dev)/.test(path)) return forInterface
    return path.split('?', 1)[0] === REGISTERS_WORKER ? forRegistering : forPages
  }
}
