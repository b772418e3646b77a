import { expect, test } from 'vitest'
import { createDemoEnvironment } from '../../testing/environments/demo.ts'
import { readDemoConfig } from './config.ts'

test('the demo has its own data folder and does not use the database, mail server or gateway of the installation', () => {
  const config = readDemoConfig(createDemoEnvironment())
  expect(config.dataDir).toMatch(/\/data-demo$/)
  expect(config.databaseUrl).toBeNull()
  expect(config.mail.smtpUrl).toBeNull()
  expect(config.textMessages?.gateway).toBe('mailbox')
})

test('the demo never runs in production, however complete its configuration', () => {
  const production = {
    NODE_ENV: 'production',
    AUTH_SECRET: 'c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IDEyMzQ1Njc4OTA',
    SMTP_URL: 'smtp://mail.example.edu',
    PUBLIC_URL: 'https://blood.example.edu',
  }
  expect(() => readDemoConfig(production)).toThrow('NODE_ENV=production')
  const { NODE_ENV: _, ...reachable } = production
  expect(() => readDemoConfig(reachable)).toThrow('Remove PUBLIC_URL')
})

test.each(['0.0.0.0', '::', '192.0.2.7'])(
  'the demo does not listen at %s, where strangers reach it',
  HOST => {
    expect(() => readDemoConfig(createDemoEnvironment({ HOST }))).toThrow('Remove HOST')
  },
)

test.each(['127.0.0.2', '::1', 'localhost'])('the demo can listen at %s', HOST => {
  expect(readDemoConfig(createDemoEnvironment({ HOST })).host).toBe(HOST)
})
