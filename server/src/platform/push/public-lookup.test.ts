import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { createPublicLookup, isPublicAddress } from './public-lookup.ts'

test.each(['8.8.8.8', '142.250.185.106', '2a00:1450:4001:82b::200a', '::ffff:8.8.8.8'])(
  '%s is a public address',
  address => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  'localhost',
  '',
])('%j is not', address => {
  expect(isPublicAddress(address)).toBe(false)
})

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
