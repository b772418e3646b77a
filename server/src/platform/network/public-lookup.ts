import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicIpAddress } from '../../config/loopback.ts'

export class PrivateAddress extends Error {}

type Resolve = (
  hostname: string,
  options: { all: true; family?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * A lookup for connections that resolves names to public addresses only. The connection uses the checked addresses, so a
 * name server cannot answer differently afterwards.
 */
export const createPublicLookup =
  (resolve: Resolve = lookup): LookupFunction =>
  (hostname, { all, family }, callback) => {
    const resolved = { all: true as const, ...(typeof family === 'number' && { family }) }
    resolve(hostname, resolved, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) return callback(error, '')
      if (!first || !addresses.every(({ address }) => isPublicIpAddress(address)))
        return callback(new PrivateAddress(`${hostname} has an address that is not public.`), '')
      if (all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
