import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './outage.ts'

const anError = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  ['no server', anError('connect', { code: 'ECONNREFUSED', syscall: 'connect' })],
  ['a machine that is down', anError('connect', { code: 'EHOSTUNREACH', syscall: 'connect' })],
  ['no socket', anError('connect ENOENT', { code: 'ENOENT', syscall: 'connect' })],
  ['a reset connection', anError('read', { code: 'ECONNRESET', syscall: 'read' })],
  ['a terminated connection', anError('Connection terminated unexpectedly')],
  ['no free connection', anError('timeout exceeded when trying to connect')],
  ['a query timeout', anError('Query read timeout')],
  ['a closed pool', anError('Cannot use a pool after calling end on the pool')],
  ['a server that is shutting down', anError('terminating connection', { code: '57P01' })],
  ['a server that is starting up', anError('the database system is starting up', { code: '57P03' })],
  ['too many clients', anError('sorry, too many clients already', { code: '53300' })],
  ['a statement timeout', anError('canceling statement', { code: '57014' })],
  ['a database that accepts no writes', anError('cannot execute INSERT in a read-only', { code: '25006' })],
  ['a connection that was broken before', anError('Client was closed and is not queryable')],
  [
    'a statement prepared before a migration',
    anError('cached plan must not change result type', { code: '0A000', routine: 'RevalidateCachedQuery' }),
  ],
])('%s counts as an outage', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  ['a violated constraint', anError('violates check constraint', { code: '23514' })],
  ['a missing table', anError('relation does not exist', { code: '42P01' })],
  ['a deadlock', anError('deadlock detected', { code: '40P01' })],
  ['an unsupported statement', anError('FOR UPDATE is not allowed', { code: '0A000', routine: 'Check' })],
  ['a missing file', anError('open', { code: 'ENOENT', syscall: 'open' })],
  ['an error of the program', new TypeError('x is not a function')],
  ['a value that is not an error', 'ECONNREFUSED'],
  ['null', null],
])('%s does not count as an outage', (_, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})
