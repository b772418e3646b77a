/** The address under which the one page of the site is kept: no page has it. */
export const SHELL = '/offline'

/** What a browser may open that is no page of the site; it never gets the shell. */
export const NO_PAGES: RegExp[] = [
  /^\/(api|dev|assets|metrics|healthz|readyz)([/?]|$)/,
  /^[^?]*\.\w{2,11}(\?|$)/,
]

/** A proxy that finds no server behind it is as good as no line. */
export async function refuseOutage({ response }: { response: Response }): Promise<Response> {
  if (response.status >= 502 && response.status <= 504)
    throw new Error(`The server is away: ${response.status}`)
  return response
}
