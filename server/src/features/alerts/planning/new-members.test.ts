import { DAY_MS } from '@blood-bank/contract/durations'
import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '../../../platform/database/schema.ts'
import { createTestDatabase } from '../../../testing/postgres/test-database.ts'
import { storeDonor, storeUser } from '../../../testing/stored.ts'
import { findRequester, leftForNew } from './new-members.ts'

const FIRST = 8

test.each<[string, Parameters<typeof leftForNew>[0], number, number]>([
  ['the first request of a day', { all: 0, ofMailbox: 0, ofNetwork: 0 }, 40, 8],
  ['the second request of a mailbox, on a small campus', { all: 8, ofMailbox: 8, ofNetwork: 8 }, 40, 0],
  ['the first request of another mailbox', { all: 8, ofMailbox: 0, ofNetwork: 8 }, 40, 8],
  [
    'whoever comes after a quarter, and never fewer than sixteen',
    { all: 16, ofMailbox: 0, ofNetwork: 0 },
    40,
    0,
  ],
  ['other requests, up to half of a quarter', { all: 30, ofMailbox: 30, ofNetwork: 30 }, 400, 20],
  ['other requests, once half is used', { all: 50, ofMailbox: 50, ofNetwork: 50 }, 400, 0],
  ['a first request, once half is used', { all: 50, ofMailbox: 0, ofNetwork: 50 }, 400, 8],
  ['a first request, of a network that had the rest', { all: 92, ofMailbox: 0, ofNetwork: 42 }, 400, 0],
  ['a first request, of a network that had none', { all: 92, ofMailbox: 0, ofNetwork: 0 }, 400, 8],
])('%s', (_, asked, askable, left) => {
  expect(leftForNew(asked, askable, FIRST)).toBe(left)
})

const { db } = await createTestDatabase()
const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

const isNewNow = async (id: string) =>
  (await findRequester(db, id, { now, listedDomains: ['listed.edu'] })).isNew

test('nobody is new before ten accounts are older than a week', async () => {
  const { id } = await storeUser(db, { emailVerified: true, emailVerifiedAt: now })
  const known = (nth: number) => ({
    email: `known${nth}@example.edu`,
    emailVerified: true,
    emailVerifiedAt: daysAgo(8),
  })
  await db
    .insertInto('users')
    .values(Array.from({ length: 9 }, (_, nth) => known(nth)))
    .execute()
  expect(await isNewNow(id)).toBe(false)
  await storeUser(db, known(9))
  expect(await isNewNow(id)).toBe(true)
})

test.each<[string, Updateable<Schema['users']>, Updateable<Schema['donors']> | null, boolean]>([
  ['of an hour', {}, null, true],
  ['of a week', { emailVerifiedAt: daysAgo(7) }, null, false],
  ['of a week but a minute', { emailVerifiedAt: new Date(daysAgo(7).getTime() + 60_000) }, null, true],
  ['of an admin', { role: 'admin' }, null, false],
  ['of a Verified donor', {}, { isVerified: true }, false],
  ['of an imported donor', {}, { isImported: true }, false],
  ['of another donor', {}, {}, true],
  ['with a listed address, on the first day', { email: 'one@listed.edu' }, null, true],
  [
    'with a listed address, on the second day',
    { email: 'two@listed.edu', emailVerifiedAt: daysAgo(1) },
    null,
    false,
  ],
  ['with another address, on the second day', { emailVerifiedAt: daysAgo(1) }, null, true],
])('an account %s is new: %#', async (_, account, donor, isNew) => {
  const { id } = await storeUser(db, { emailVerified: true, emailVerifiedAt: now, ...(account as object) })
  if (donor) await storeDonor(db, { userId: id, ...(donor as object) })
  expect(await isNewNow(id)).toBe(isNew)
})
