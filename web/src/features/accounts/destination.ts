import { createPath, type Location, type Path } from 'react-router'
import { findCookie, saveCookie } from '../../ui/browser/capabilities.ts'

const NAME = 'destination'
const ONE_DAY_S = 24 * 3600
const NOWHERE = '-'

/** A page where somebody wants to go, with the state of its history entry. */
type Origin = Partial<Path> & { state?: unknown }

/**
 * Where somebody wants to go who signs in or registers; null if nowhere. It is the page whose guard redirected them, stored
 * in the router's history state and never in the URL, or the request whose public page leads here (`?request=…`).
 */
export function originOf({ state, search }: Pick<Location, 'state' | 'search'>): Origin | null {
  const request = new URLSearchParams(search).get('request')
  return (
    state?.from ?? (request && { pathname: '/view-requests', search: `?${new URLSearchParams({ request })}` })
  )
}

/**
 * Remembers for a day that somebody registers in this browser, and where they want to go (null if nowhere). The link of the
 * verification email opens in another tab, so the history of this one doesn't help. A cookie, because browsers delete it by
 * themselves.
 */
export const rememberDestination = (location: Partial<Path> | null) =>
  saveCookie(NAME, location ? encodeURIComponent(createPath(location)) : NOWHERE, ONE_DAY_S)

/** The path where the person wants to go; null if there is none. */
export function findDestination(): string | null {
  const path = decodeURIComponent(findCookie(NAME) ?? '')
  return /^\/[a-z]/.test(path) ? path : null
}

/** Whether somebody has registered in this browser. Only the server knows which account it was. */
export const hasRegisteredHere = () => findCookie(NAME) !== undefined

export const forgetDestination = () => saveCookie(NAME, '', 0)
