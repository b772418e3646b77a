import { expect, test } from 'vitest'
import { addressPrefix, customerNetwork, networksOf } from './address-prefix.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.9:50912', '203.0.113.9'],
  ['[2001:db8:1:2::1]:50912', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['', ''],
])('the prefix of %s is %s', (address, prefix) => {
  expect(addressPrefix(address)).toBe(prefix)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::1', '2001:db8:1:0::/56'],
  ['2001:db8:1:ff::1', '2001:db8:1:0::/56'],
  ['2001:db8:1:1ab::1', '2001:db8:1:100::/56'],
  ['unknown', 'unknown'],
])('the customer who has %s has %s', (address, network) => {
  expect(customerNetwork(address)).toBe(network)
})

test('an IPv4 address is counted as a whole, an IPv6 address in its /64, /56 and /48', () => {
  expect(networksOf('::ffff:203.0.113.9')).toEqual([{ prefix: '203.0.113.9', times: 1 }])
  expect(networksOf('2001:db8:12:34ff::1')).toEqual([
    { prefix: '2001:db8:12:34ff::/64', times: 1 },
    { prefix: '2001:db8:12:3400::/56', times: 2 },
    { prefix: '2001:db8:12::/48', times: 4 },
  ])
})
