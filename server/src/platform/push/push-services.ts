import { isIP } from 'node:net'

/** The push services of Chrome and Edge on Android, Chrome, Firefox, Safari, and Edge on Windows. */
const HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'notify.windows.com',
]

/** `extra`: an origin that the operator has allowed, which may be on this machine or network. */
type PushServiceKind = 'public' | 'extra'

/**
 * Tells whether the server may send messages to an endpoint. Whoever adds a device chooses its endpoint, so without this
 * list the server could be made to call any address of its network.
 * @param extraOrigins origins that the operator has allowed (`PUSH_SERVICES`)
 * @returns null for an endpoint to which nothing may be sent
 */
export function pushServiceOf(endpoint: string, extraOrigins: string[]): PushServiceKind | null {
  if (!URL.canParse(endpoint)) return null
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return null
  if (extraOrigins.includes(origin)) return 'extra'
  if (protocol !== 'https:' || port !== '' || isIP(hostname) !== 0) return null
  return HOSTS.some(host => hostname === host || hostname.endsWith(`.${host}`)) ? 'public' : null
}
