const WORKER = '/service-worker.js'

/** As far as it is used here; not every browser has it. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): TrustedAddresses
}
type TrustedAddresses = { createScriptURL(url: string): string }

const trustedTypes = () => (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes

let addresses: TrustedAddresses | null = null

/**
 * Whether this document came with the policy that lets it register the service worker: the server says so in it,
 * as a try where it is not allowed would be a violation.
 */
export const mayRegister = (): boolean =>
  !trustedTypes() || document.querySelector('meta[name="may-register-worker"]') !== null

/** The address of the service worker, the only one for which the policy vouches (docs/decisions/0009). */
export function workerAddress(): string {
  addresses ??= trustedTypes()?.createPolicy('service-worker', { createScriptURL: onlyTheWorker }) ?? null
  return addresses ? addresses.createScriptURL(WORKER) : WORKER
}

function onlyTheWorker(url: string) {
  if (url !== WORKER) throw new TypeError(`No script of this page: ${url}`)
  return url
}
