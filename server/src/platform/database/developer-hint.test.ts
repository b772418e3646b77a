import { expect, test } from 'vitest'
import { developerHint } from './developer-hint.ts'

const anError = (message: string, code?: string) => Object.assign(new Error(message), { code })

test.each([
  ['a missing table', anError('relation "donors" does not exist', '42P01')],
  ['a missing column', anError('column "x" does not exist', '42703')],
  ['a missing type', anError('type "x" does not exist', '42704')],
  ['a missing function', anError('function uuidv7() does not exist', '42883')],
  ['a missing unique index', anError('there is no unique constraint', '42P10')],
])('%s is put down to a migration, and named', (_, error) => {
  expect(developerHint(error)).toContain(`(${error.message}): a migration has not run.`)
})

test.each([
  ['of PostgreSQL', anError('canceling statement due to statement timeout', '57014')],
  ['of the driver', anError('Query read timeout')],
])('a time-out %s is put down to an index', (_, error) => {
  expect(developerHint(error)).toMatch(/an index may be missing\. .*EXPLAIN/)
})

test.each([
  ['a broken rule', anError('violates check constraint', '23514')],
  ['a server that stops', anError('terminating connection', '57P01')],
  ['a mistake of ours', new TypeError('x is not a function')],
  ['no error at all', '42P01'],
])('%s gives no hint', (_, error) => {
  expect(developerHint(error)).toBeUndefined()
})
