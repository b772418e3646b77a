import { isIP } from 'node:net'
import { isLoopbackHost } from './loopback.ts'

/** What passkeys of a site are bound to: its host name (relying party id) and its origin. */
export const passkeySiteOf = (publicUrl: string) => {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}

/** Whether browsers offer passkeys at an address: they need a host name, and https or this machine. */
export const canHavePasskeys = (publicUrl: string): boolean => {
  const { hostname, host, protocol } = new URL(publicUrl)
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return !isAddress && (protocol === 'https:' || isLoopbackHost(host))
}
