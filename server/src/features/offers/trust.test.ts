import { updateOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import type { Insertable, Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Schema } from '../../platform/database/schema.ts'
import { verifyDonor } from '../../testing/alerts/alerts.ts'
import { aDonor as theDonor } from '../../testing/builders.ts'
import { close, newDonor, offered, post, release, withdraw } from '../../testing/offers/offers.ts'
import { storeBloodRequest, storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { countTrustedOffers, hasRecord } from './trust.ts'

const bank = await startTestApp()
const { db } = bank

const NOW = new Date('2026-11-20T12:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

type Offer = Partial<Insertable<Schema['offers']>>

const storeOffer = (offer: Offer & { userId: string; bloodRequestId: string | null }) =>
  db
    .insertInto('offers')
    .values({
      requiredBloodGroup: 'AB-',
      settledAt: null,
      contactUntil: null,
      offeredAt: ago(HOUR_MS),
      ...offer,
    })
    .execute()

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
  test.each<[string, Partial<Insertable<Schema['donations']>>, boolean]>([
    ['a donation', {}, true],
    ['a donation of somebody who was erased', { userId: null }, true],
    ['a donation that the donor disputes', { disputedAt: NOW }, false],
    ['a donation that was undone', { isWithdrawn: true }, false],
    ['a donation for another request', { bloodRequestId: null }, false],
  ])('with %s has a record: %s', async (_, donation, has) => {
    const { id, userId } = await storeBloodRequest(db)
    await db
      .insertInto('donations')
      .values({
        userId: await aDonor({}),
        bloodRequestId: id,
        offerId: null,
        disputedAt: null,
        donatedOn: '2026-11-20',
        recordedBy: 'requester',
        ...donation,
      })
      .execute()
    expect(await hasRecord(db, userId, NOW)).toBe(has)
  })

  const minutes = (count: number) => ago(count * 60_000)
  const withdrawnAt = (settledAt: Date) => ({ ...WITHDRAWN, settledAt })

  test.each<[string, Donor, Offer, boolean]>([
    ['a trusted offer of 59 minutes', { flags: VERIFIED }, { offeredAt: minutes(59) }, false],
    ['a trusted offer of an hour', { flags: VERIFIED }, { offeredAt: minutes(60) }, true],
    ['an offer of two hours that is not trusted', {}, { offeredAt: minutes(120) }, false],
    [
      'a trusted offer that stood for an hour',
      { flags: VERIFIED },
      { offeredAt: minutes(90), ...withdrawnAt(minutes(30)) },
      true,
    ],
    [
      'a trusted offer that was withdrawn within the hour',
      { flags: VERIFIED },
      { offeredAt: minutes(90), ...withdrawnAt(minutes(31)) },
      false,
    ],
  ])('with %s has a record: %s', async (_, donor, offer, has) => {
    const { id, userId } = await storeBloodRequest(db, { requestedAt: NOW })
    await storeOffer({ userId: await aDonor(donor), bloodRequestId: id, ...offer })
    expect(await hasRecord(db, userId, NOW)).toBe(has)
  })

  test('without requests has no record', async () => {
    expect(await hasRecord(db, (await bank.newMember()).id, NOW)).toBe(false)
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

test('"Not needed" and withdrawing count against a donor, and a request that closes does not', {
  tags: 'long',
}, async () => {
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank)
  await verifyDonor(bank, donor)
  for (const end of ['close', 'close', 'close', 'release', 'withdraw', 'release'] as const) {
    const request = await post(owner)
    const offer = await offered(donor, request)
    expect(await countTrustedOffers(db, request.id, bank.now())).toBe(1)
    if (end === 'release') await release(owner, offer)
    if (end === 'withdraw') await withdraw(donor, offer)
    await close(owner, request)
  }
  const request = await post(owner)
  await offered(donor, request)
  expect(await countTrustedOffers(db, request.id, bank.now())).toBe(0)
})
