import { expect, test } from 'vitest'
import { UpholdingReason } from '../reports/endpoints.ts'
import type { Actor } from '../users/actors.ts'
import { RemovalReason } from './removals.ts'
import { needsReason } from './rules.ts'

const OWNER = 'owner'
const anActor = (id: string, role: Actor['role']): Actor => ({ id, role, emailVerified: true })

test.each([
  ['an admin', anActor('admin', 'admin'), { fulfilled: false, cancelled: true, deleted: true }],
  ['its owner', anActor(OWNER, 'user'), { fulfilled: false, cancelled: false, deleted: false }],
  ['an admin who owns it', anActor(OWNER, 'admin'), { fulfilled: false, cancelled: false, deleted: false }],
] as const)('when %s closes or deletes a request', (_, actor, expected) => {
  const outcomes = ['fulfilled', 'cancelled', 'deleted'] as const
  const needed = outcomes.map(outcome => [outcome, needsReason(actor, { userId: OWNER }, outcome)])
  expect(Object.fromEntries(needed)).toEqual(expected)
})

test('whatever admins find right in reports is a reason that an owner can be told', () => {
  expect(RemovalReason.options).toEqual(expect.arrayContaining([...UpholdingReason.options]))
})
