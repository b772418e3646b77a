import { randomBytes } from 'node:crypto'
import { findAlertTimes } from '../../features/alerts/queries.ts'
import { setAlertTimes } from '../../features/donors/store.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { hashPassword } from '../../platform/secrets/password-hash.ts'
import { alertChoicesOf, textNumbersOf } from './alert-choices.ts'
import { storeAlerts } from './alerts.ts'
import type { Campus } from './campus.ts'
import { LOGINS } from './logins.ts'
import { storeSharePages } from './share-pages.ts'
import { storeAnswerTimes, storeOffers } from './store-offers.ts'
import { closingsOf } from './thanks.ts'

const NOT_CLOSED = { closedAt: null, thankYou: null, thankYouChosenAt: null, thankYouDueAt: null }

/** Stores all of a campus or nothing. */
export async function storeCampus(db: Database, campus: Campus, now: Date): Promise<void> {
  const { members, bloodRequests, donations } = campus
  const passwordOf = await hashPasswords()
  const users = members.map(({ donor, agreedTo, ...user }) => user)
  const credentials = members.map(({ id, email }) => ({ userId: id, password: passwordOf(email) }))
  const consents = members.map(({ id, createdAt, agreedTo }) => ({
    userId: id,
    version: agreedTo,
    agreedAt: createdAt,
  }))
  const donors = members.flatMap(({ id, email, createdAt, donor }) => {
    if (!donor) return []
    const { form, ...adminFlags } = donor
    const counting = donations.filter(({ donor, disputedAt }) => donor.id === id && !disputedAt)
    const given = counting.map(({ donatedOn }) => donatedOn)
    const recordedDonationDate = given.sort().at(-1) ?? null
    return [{ userId: id, email, ...form, ...adminFlags, recordedDonationDate, registeredAt: createdAt }]
  })
  const closings = closingsOf(campus, LOGINS.donor.email, now)
  const requests = bloodRequests.map(({ owner, form, ...outcome }) => ({
    userId: owner.id,
    userEmail: owner.email,
    ...form,
    ...outcome,
    ...(closings.get(outcome.id) ?? NOT_CLOSED),
    // Nobody is alerted for what was posted before the demo began.
    nextWaveAt: null,
  }))
  const alertChoices = alertChoicesOf(members, now)
  await inTransaction(db, async db => {
    await db.insertInto('users').values(users).execute()
    await db.insertInto('credentials').values(credentials).execute()
    await db.insertInto('consents').values(consents).execute()
    await db.insertInto('donors').values(donors).execute()
    await db.insertInto('bloodRequests').values(requests).execute()
    await storeSharePages(db)
    await storeOffers(db, campus, closings)
    await storeAnswerTimes(db, now)
    await storeAlerts(db, campus.alerts)
    await db
      .insertInto('alertPreferences')
      .values(alertChoices.map(({ userId, choice }) => ({ userId, firstAlertFrom: now, ...choice })))
      .execute()
    await db.insertInto('textNumbers').values(textNumbersOf(members, now)).execute()
    const userIds = [
      ...alertChoices.map(({ userId }) => userId),
      ...campus.alerts.map(({ donor }) => donor.id),
    ]
    await setAlertTimes(db, await findAlertTimes(db, [...new Set(userIds)], now))
  })
}

/** Hashing is slow by design, so all other accounts share one hash, of a random password. */
async function hashPasswords() {
  const unknownPassword = await hashPassword(randomBytes(32).toString('base64url'))
  const known = Object.values(LOGINS).map(
    async ({ email, password }) => [email, await hashPassword(password)] as const,
  )
  const hashes = new Map(await Promise.all(known))
  return (email: string) => hashes.get(email) ?? unknownPassword
}
