import { createPath, type Path } from 'react-router'

const NAME = 'destination'
const ONE_DAY_S = 24 * 3600

/**
 * Remembers for a day where somebody who registers wants to go. The link of the verification email opens in another tab,
 * so the history of this one doesn't help. A cookie, because browsers delete it by themselves.
 */
export const rememberDestination = (location: Partial<Path>) =>
  write(encodeURIComponent(createPath(location)), ONE_DAY_S)

/** The path where the person wants to go; null if there is none. */
export function findDestination(): string | null {
  const value = document.cookie
    .split('; ')
    .find(cookie => cookie.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1)
  const path = value ? decodeURIComponent(value) : ''
  return /^\/[a-z]/.test(path) ? path : null
}

export const forgetDestination = () => write('', 0)

function write(value: string, lifetime: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers have no Cookie Store.
  document.cookie = `${NAME}=${value}; Path=/; Max-Age=${lifetime}; SameSite=Lax`
}
