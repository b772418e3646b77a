import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { createPublicLookup } from './public-lookup.ts'

/** Looks a name up whose name server answers with these addresses, as a connection does. */
const look = (addresses: LookupAddress[], options: { all?: boolean } = {}) =>
  new Promise((resolve, reject) => {
    const lookup = createPublicLookup((_name, _options, answer) => answer(null, addresses))
    lookup('fcm.googleapis.com', options, (error, ...found) => (error ? reject(error) : resolve(found)))
  })

const PUBLIC = { address: '8.8.8.8', family: 4 }
const PRIVATE = { address: '10.0.0.1', family: 4 }

test('a connection gets the addresses that were checked', async () => {
  expect(await look([PUBLIC])).toEqual(['8.8.8.8', 4])
  expect(await look([PUBLIC], { all: true })).toEqual([[PUBLIC]])
})

test('a name with a private address is not connected to, whatever other addresses it has', async () => {
  const message = 'fcm.googleapis.com has an address that is not public.'
  for (const addresses of [[PRIVATE], [PUBLIC, PRIVATE], [PRIVATE, PUBLIC], []])
    await expect(look(addresses, { all: true })).rejects.toThrow(message)
})
