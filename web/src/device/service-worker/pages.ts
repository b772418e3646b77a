import { restoreAddress } from '@blood-bank/contract/pages/addresses'

/** The path under which the shell of the site is cached; no page has it. */
export const SHELL = '/offline'

/** Paths that are not pages of the site and never get the shell. */
export const NON_PAGE_PATHS: RegExp[] = [
  /^\/(api|dev|r|assets|metrics|healthz|readyz)([/?]|$)/,
  /^[^?]*\.\w{2,11}(\?|$)/,
]

/** Treats a proxy's error for an unreachable server like a lost connection. */
export async function failOnOutage({ response }: { response: Response }): Promise<Response> {
  if (response.status >= 502 && response.status <= 504)
    throw new Error(`The server is unavailable: ${response.status}`)
  return response
}

/**
 * Leads from a damaged address to the right one, as the server would: the router of the cached shell knows only intact ones.
 * @returns undefined for an address that is intact or none of ours
 */
export async function restoreDamagedAddress({ request }: { request: Request }) {
  const { pathname, search } = new URL(request.url)
  const restored = restoreAddress(pathname + search)
  return restored === null ? undefined : Response.redirect(new URL(restored, request.url).href)
}
