import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { developerHint } from './errors.ts'

const development = await startTestApp({}, { hasTimeouts: true })
const PRODUCTION = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'q7Zt0kVbW3xNfR9sLmY2cHdJ8uPgAeT5',
  SMTP_URL: 'smtp://mail.example.edu',
  PUBLIC_URL: 'http://localhost:3000',
}
const production = await startTestApp(PRODUCTION, { hasTimeouts: true })

test('outside production the reply names what the database lacks; in production it does not', async () => {
  const missing = 'relation "donors" does not exist'
  const hint = `The database lacks something (${missing}): a migration has not run. Restart the server, which runs it.`
  for (const [bank, expected] of [
    [development, hint],
    [production, undefined],
  ] as const) {
    const rima = await bank.signedInAs()
    await sql`alter table donors rename to people`.execute(bank.owner)
    const reply = await rima.call(readOwnDonor)
    expect(reply).toRefuse('unexpected-error')
    expect(reply.error?.hint).toBe(expected)
    if (bank === production) expect(reply.text).not.toMatch(/hint|relation|constraint/)
  }
})

test('a refusal of the catalogue has no hint', async () => {
  const reply = await development.stranger().call(readOwnDonor)
  expect(Object.keys(reply.error ?? {})).toEqual(['code', 'message'])
})

const anError = (message: string, code?: string) => Object.assign(new Error(message), { code })

test.each([
  ['a missing table', anError('relation "donors" does not exist', '42P01')],
  ['a missing column', anError('column "x" does not exist', '42703')],
  ['a missing type', anError('type "x" does not exist', '42704')],
  ['a missing function', anError('function uuidv7() does not exist', '42883')],
  ['a missing unique index', anError('there is no unique constraint', '42P10')],
])('the hint for %s names it and says that a migration has not run', (_, error) => {
  expect(developerHint(error)).toContain(`(${error.message}): a migration has not run.`)
})

test.each([
  ['in PostgreSQL', anError('canceling statement due to statement timeout', '57014')],
  ['in the driver', anError('Query read timeout')],
])('the hint for a timeout %s says that an index may be missing', (_, error) => {
  expect(developerHint(error)).toMatch(/an index may be missing\. .*EXPLAIN/)
})

test.each([
  ['a violated constraint', anError('violates check constraint', '23514')],
  ['a server that is shutting down', anError('terminating connection', '57P01')],
  ['an error of the program', new TypeError('x is not a function')],
  ['a value that is not an error', '42P01'],
])('there is no hint for %s', (_, error) => {
  expect(developerHint(error)).toBeUndefined()
})
