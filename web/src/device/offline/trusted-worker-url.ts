const WORKER = '/service-worker.js'

/** The part of the Trusted Types API used here; not every browser has it. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): UrlPolicy
}
type UrlPolicy = { createScriptURL(url: string): string }

const trustedTypes = () => (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes

let policy: UrlPolicy | null = null

/**
 * Whether this document's policy allows registering the service worker. The server says so in the document, as an attempt
 * where it is not allowed would be reported as a violation.
 */
export const mayRegisterWorker = (): boolean =>
  !trustedTypes() || document.querySelector('meta[name="may-register-worker"]') !== null

/** The URL of the service worker, the only one that the policy accepts (docs/decisions/0009). */
export function workerUrl(): string {
  policy ??= trustedTypes()?.createPolicy('service-worker', { createScriptURL: checkWorkerUrl }) ?? null
  return policy ? policy.createScriptURL(WORKER) : WORKER
}

function checkWorkerUrl(url: string) {
  if (url !== WORKER) throw new TypeError(`Not the service worker's URL: ${url}`)
  return url
}
