import { expect, test } from 'vitest'
import type { BloodRequestStatus } from './blood-requests/endpoints.ts'
import { mayClose, mayManage, owns } from './blood-requests/rules.ts'
import { type Actor, isAdmin } from './users/actors.ts'

const OWNER = 'owner'
const anActor = (id: string, role: Actor['role']): Actor => ({ id, role, emailVerified: true })

const owner = anActor(OWNER, 'user')
const other = anActor('other', 'user')
const admin = anActor('admin', 'admin')
const owningAdmin = anActor(OWNER, 'admin')

test.each<[string, BloodRequestStatus, Actor, boolean, boolean]>([
  // who, status, actor: may manage, may close
  ['its owner', 'active', owner, true, true],
  ['its owner', 'fulfilled', owner, true, false],
  ['its owner', 'cancelled', owner, true, false],
  ['somebody else', 'active', other, false, false],
  ['somebody else', 'fulfilled', other, false, false],
  ['an admin', 'active', admin, true, true],
  ['an admin', 'cancelled', admin, true, false],
  ['an admin who owns it', 'active', owningAdmin, true, true],
  ['an admin who owns it', 'fulfilled', owningAdmin, true, false],
])('%s and a request that is %s', (_, status, actor, manages, closes) => {
  const bloodRequest = { userId: OWNER, status }
  expect(mayManage(actor, bloodRequest)).toBe(manages)
  expect(mayClose(actor, bloodRequest)).toBe(closes)
})

test('an admin does not own what others posted, and only admins are admins', () => {
  expect(owns(admin, { userId: OWNER })).toBe(false)
  expect(owns(owner, { userId: OWNER })).toBe(true)
  expect([owner, other, admin].map(isAdmin)).toEqual([false, false, true])
})
