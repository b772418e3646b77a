import { expect, test } from 'vitest'
import { isLoopbackHost, isPublicIpAddress } from './loopback.ts'

test.each([
  'localhost',
  'LOCALHOST:3000',
  'bank.localhost:80',
  '127.0.0.1',
  '127.8.9.1:3000',
  '[::1]:3000',
  '::1',
  'localhost.',
])('%s names this machine', host => {
  expect(isLoopbackHost(host)).toBe(true)
})

test.each([
  '',
  'blood.example.edu',
  'localhost.example.edu',
  '127.0.0.1.example.edu',
  '10.0.0.1',
  '[2001:db8::1]:80',
  '0.0.0.0',
])('%j does not', host => {
  expect(isLoopbackHost(host)).toBe(false)
})

test.each(['8.8.8.8', '142.250.185.106', '2a00:1450:4001:82b::200a', '::ffff:8.8.8.8'])(
  '%s is a public address',
  address => {
    expect(isPublicIpAddress(address)).toBe(true)
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
  expect(isPublicIpAddress(address)).toBe(false)
})
