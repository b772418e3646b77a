import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import type { Insertable, Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Schema } from '../../platform/database/schema.ts'
import { verifyDonor } from '../../testing/alerts/alerts.ts'
import { newDonor, offered, post, withdraw } from '../../testing/offers/offers.ts'
import { aDonor as theDonor } from '../../testing/person.ts'
import {
  storeOffer as storeAnOffer,
  storeBloodRequest,
  storeDonation,
  storeDonor,
} from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { countTrustedOffers, hasRecord } from './trust.ts'

const bank = await startTestApp()
const { db } = bank

const NOW = new Date('2026-11-20T12:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

type Offer = Partial<Insertable<Schema['offers']>>

const storeOffer = (offer: Offer & { userId: string; bloodRequestId: string | null }) =>
  storeAnOffer(db, { offeredAt: ago(HOUR_MS), ...offer })

type Donor = { flags?: Updateable<Schema['donors']>; verifiedAt?: Date | null; settled?: Offer[] }

/** A donor with an account that was verified yesterday, and what became of their earlier offers. */
async function aDonor({ flags = {}, verifiedAt = ago(DAY_MS), settled = [] }: Donor): Promise<string> {
  const { userId } = await storeDonor(db, flags as Insertable<Schema['donors']>)
  await db
    .updateTable('users')
    .set({ emailVerified: verifiedAt !== null, emailVerifiedAt: verifiedAt })
    .where('id', '=', userId)
    .execute()
  for (const offer of settled) await storeOffer({ userId, bloodRequestId: null, ...offer })
  return userId
}

const times = (count: number, offer: Offer): Offer[] =>
  Array.from({ length: count }, () => ({ settledAt: ago(DAY_MS), ...offer }))

const VERIFIED = { isVerified: true }
const WITHDRAWN: Offer = { status: 'withdrawn' }
const REFUSED: Offer = { status: 'released', wasRefused: true }

describe('an offer for a request of today', () => {
  test.each<[string, Donor, boolean]>([
    ['of a new account', {}, false],
    ['of a donor whom an admin has verified', { flags: VERIFIED }, true],
    ['of a donor who was imported', { flags: { isImported: true } }, true],
    ['of an account of a week', { verifiedAt: ago(7 * DAY_MS) }, true],
    ['of an account of a week but a minute', { verifiedAt: ago(7 * DAY_MS - 60_000) }, false],
    ['of an account that is not verified any more', { verifiedAt: null }, false],
    ['after two withdrawals', { flags: VERIFIED, settled: times(2, WITHDRAWN) }, true],
    ['after three withdrawals', { flags: VERIFIED, settled: times(3, WITHDRAWN) }, false],
    [
      'after three withdrawals, one of 31 days ago',
      {
        flags: VERIFIED,
        settled: [...times(2, WITHDRAWN), ...times(1, { ...WITHDRAWN, settledAt: ago(31 * DAY_MS) })],
      },
      true,
    ],
    ['after it was not needed three times', { flags: VERIFIED, settled: times(3, REFUSED) }, false],
    [
      'after both',
      { verifiedAt: ago(9 * DAY_MS), settled: [...times(1, REFUSED), ...times(2, WITHDRAWN)] },
      false,
    ],
    [
      'after three requests have closed',
      { flags: VERIFIED, settled: times(3, { status: 'released' }) },
      true,
    ],
    [
      'after the hospital could not take the donor three times',
      {
        flags: VERIFIED,
        settled: times(3, { status: 'released', result: 'turned-away', resultBy: 'requester' }),
      },
      true,
    ],
    ['after three donations', { flags: VERIFIED, settled: times(3, { status: 'donated' }) }, true],
  ])('%s: is trusted is %s', async (_, donor, isTrusted) => {
    const { id } = await storeBloodRequest(db, { requestedAt: NOW })
    await storeOffer({ userId: await aDonor(donor), bloodRequestId: id })
    expect(await countTrustedOffers(db, id, NOW)).toBe(isTrusted ? 1 : 0)
  })

  test('counts for its request alone, while it stands', async () => {
    const [one, other] = [await storeBloodRequest(db), await storeBloodRequest(db)]
    await storeOffer({ userId: await aDonor({ flags: VERIFIED }), bloodRequestId: one.id })
    const settled = { status: 'released', settledAt: NOW } as const
    await storeOffer({ userId: await aDonor({ flags: VERIFIED }), bloodRequestId: one.id, ...settled })
    expect([await countTrustedOffers(db, one.id, NOW), await countTrustedOffers(db, other.id, NOW)]).toEqual([
      1, 0,
    ])
  })
})

describe('a requester', () => {
  const WEEK = 7 * DAY_MS
  const stood = (ms: number, more: Offer = {}) => ({ offeredAt: ago(ms), ...more })
  const has = async (userId: string) =>
    hasRecord(
      db,
      (await db.selectFrom('users').select('mailbox').where('id', '=', userId).executeTakeFirstOrThrow())
        .mailbox,
      NOW,
    )

  type Given = Partial<Insertable<Schema['donations']>>

  /** A request of today whose donor gave; `offeredAs` is null for a donor who was erased since. */
  async function aDonation(
    donation: Given,
    donor: Donor | null = { flags: VERIFIED },
    request: Partial<Insertable<Schema['bloodRequests']>> = {},
  ) {
    const { id, userId } = await storeBloodRequest(db, { requestedAt: NOW, ...request })
    const donorId = donor && (await aDonor(donor))
    const offer = donorId
      ? await storeOffer({ userId: donorId, bloodRequestId: id, status: 'donated', settledAt: NOW })
      : null
    const given = { userId: donorId, bloodRequestId: id, offerId: offer?.id ?? null, recordedAt: ago(WEEK) }
    await storeDonation(db, { ...given, donatedOn: '2026-11-20', ...donation })
    return { userId, donorId }
  }

  test.each<[string, Given, Donor | null | undefined, boolean]>([
    ['of a trusted donor that stood for a week', {}, undefined, true],
    [
      'of a trusted donor that stood for a week but a minute',
      { recordedAt: ago(WEEK - 60_000) },
      undefined,
      false,
    ],
    ['of a new account', {}, {}, false],
    ['of somebody who was erased', {}, null, false],
    ['that the donor disputes', { disputedAt: NOW }, undefined, false],
    ['that was undone', { isWithdrawn: true }, undefined, false],
    ['for another request', { bloodRequestId: null }, undefined, false],
    ['that an admin recorded today', { recordedBy: 'admin', recordedAt: NOW }, {}, true],
    ['of somebody erased, that an admin recorded', { recordedBy: 'admin', recordedAt: NOW }, null, true],
    ['about which an admin decided a dispute', { confirmedAt: NOW, recordedAt: NOW }, {}, true],
  ])('with a donation %s has a record: %#', async (_, donation, donor, expected) => {
    expect(await has((await aDonation(donation, donor)).userId)).toBe(expected)
  })

  test('with a request that an admin found real has a record by a trusted donor at once, and by no other', async () => {
    const real = { foundRealAt: NOW }
    expect(await has((await aDonation({ recordedAt: NOW }, { flags: VERIFIED }, real)).userId)).toBe(true)
    expect(await has((await aDonation({ recordedAt: NOW }, {}, real)).userId)).toBe(false)
  })

  test.each<[string, Donor, Offer, boolean]>([
    ['a trusted offer of a week', { flags: VERIFIED }, stood(WEEK), true],
    ['a trusted offer of a week but a minute', { flags: VERIFIED }, stood(WEEK - 60_000), false],
    ['an offer of a week that is not trusted', {}, stood(WEEK), false],
    [
      'a trusted offer that stood for a week',
      { flags: VERIFIED },
      stood(WEEK + DAY_MS, { ...WITHDRAWN, settledAt: ago(DAY_MS) }),
      true,
    ],
    [
      'a trusted offer that stood for a week, whose donor the hospital could not take',
      { flags: VERIFIED },
      stood(WEEK + DAY_MS, {
        status: 'released',
        result: 'turned-away',
        resultBy: 'requester',
        settledAt: ago(DAY_MS),
      }),
      false,
    ],
    [
      'a trusted offer that was withdrawn within the week',
      { flags: VERIFIED },
      stood(WEEK + DAY_MS, { ...WITHDRAWN, settledAt: ago(2 * DAY_MS) }),
      false,
    ],
  ])('with %s has a record: %#', async (_, donor, offer, expected) => {
    const { id, userId } = await storeBloodRequest(db, { requestedAt: NOW })
    await storeOffer({ userId: await aDonor(donor), bloodRequestId: id, ...offer })
    expect(await has(userId)).toBe(expected)
  })

  type Account = Updateable<Schema['users']>
  const registered = (network: string | null, createdAt: Date): Account => ({
    registeredNetwork: network,
    createdAt,
  })

  test.each<[string, Account, Account, boolean]>([
    ['the same mailbox', { email: 'eve+1@example.edu' }, { email: 'eve+2@example.edu' }, false],
    ['the same network within the hour', registered('a', ago(0)), registered('a', ago(HOUR_MS)), false],
    ['the same network an hour apart', registered('a', ago(0)), registered('a', ago(HOUR_MS + 1)), true],
    ['other networks', registered('a', ago(0)), registered('b', ago(0)), true],
    ['networks that are not known', registered(null, ago(0)), registered(null, ago(0)), true],
  ])('trusts a donor of %s: %#', async (_, owner, donor, expected) => {
    for (const donation of [{}, { recordedBy: 'admin' }] as const) {
      const { userId, donorId } = await aDonation(donation)
      for (const [id, change] of [
        [userId, owner],
        [donorId as string, donor],
      ] as const)
        await db.updateTable('users').set(change).where('id', '=', id).execute()
      expect(await has(userId)).toBe(expected)
      await db
        .deleteFrom('users')
        .where('id', 'in', [userId, donorId as string])
        .execute()
    }
  })

  test('without requests has no record', async () => {
    expect(await has((await bank.newMember()).id)).toBe(false)
  })
})

test('what a Verified donor has offered stays trusted when they are Verified no longer, and what they offer then is not', async () => {
  const donor = await newDonor(bank)
  await verifyDonor(bank, donor)
  const [before, after] = [await post(await bank.signedInAs()), await post(await bank.signedInAs())]
  const offer = await offered(donor, before)
  await donor.call(updateOwnDonor, { body: theDonor({ bloodGroup: 'O-', fullName: 'Prof. Vic Tim' }) })
  expect(await countTrustedOffers(db, before.id, bank.now())).toBe(1)
  await withdraw(donor, offer)
  await offered(donor, after)
  expect(await countTrustedOffers(db, after.id, bank.now())).toBe(0)
})
