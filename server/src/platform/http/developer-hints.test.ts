import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/builders.ts'
import type { Person } from '../../testing/person.ts'
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

const migrationHint = (missing: string) =>
  `The database lacks something (${missing}): a migration has not run. Restart the server, which runs it.`
const INDEX_HINT =
  'This query took too long: an index may be missing. Look at it with EXPLAIN (ANALYZE, BUFFERS) and add a migration that makes the index.'

const readOwn = (rima: Person) => rima.call(readOwnDonor)
const register = (rima: Person) => rima.call(registerDonor, { body: aDonor() })

/** What is missing, the statements that remove and restore it, a call that needs it, and PostgreSQL's message. */
const MISSING_OBJECTS = [
  [
    'a table',
    'alter table donors rename to people',
    'alter table people rename to donors',
    readOwn,
    'relation "donors" does not exist',
  ],
  [
    'a column',
    'alter table donors rename department to faculty',
    'alter table donors rename faculty to department',
    register,
    'column "department" of relation "donors" does not exist',
  ],
  [
    'a unique index',
    'alter table donors drop constraint donors_user_id_key cascade',
    'alter table donors add constraint donors_user_id_key unique (user_id)',
    register,
    'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  ],
] as const

test.each(MISSING_OBJECTS)(
  'outside production the reply names %s that the database lacks; in production it does not',
  async (...row) => {
    const [, remove, restore, call, missing] = row
    for (const [bank, hint] of [
      [development, migrationHint(missing)],
      [production, undefined],
    ] as const) {
      const rima = await bank.signedInAs()
      await sql.raw(remove).execute(bank.owner)
      const reply = await call(rima)
      await sql.raw(restore).execute(bank.owner)
      expect(reply).toRefuse('unexpected-error')
      expect(reply.error?.hint).toBe(hint)
      if (bank === production) expect(reply.text).not.toMatch(/hint|relation|constraint/)
    }
  },
)

test('outside production the reply to a slow query suggests an index; in production it does not', {
  tags: 'long',
}, async () => {
  const wait = async (bank: typeof development) => {
    const rima = await bank.signedInAs()
    const client = await bank.pool.connect()
    await client.query('begin; lock table blood_requests in access exclusive mode')
    const reply = await rima.call(listActiveBloodRequests, { query: {} })
    await client.query('rollback')
    client.release()
    return reply
  }
  const replies = await Promise.all([wait(development), wait(production)])
  for (const reply of replies) expect(reply).toRefuse('unavailable')
  expect(replies.map(reply => reply.error?.hint)).toEqual([INDEX_HINT, undefined])
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
