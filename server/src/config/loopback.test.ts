import { expect, test } from 'vitest'
import { isLoopbackHost } from './loopback.ts'

test.each([
  'localhost',
  'LOCALHOST:3000',
  'bank.localhost:80',
  '127.0.0.1',
  '127.8.9.1:3000',
  '[::1]:3000',
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
