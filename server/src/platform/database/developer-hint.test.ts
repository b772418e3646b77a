import { expect, test } from 'vitest'
import { developerHint } from './developer-hint.ts'

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
