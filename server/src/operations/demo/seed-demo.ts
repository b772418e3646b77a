import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@blood-bank/contract/durations'
import { allowsAlerts, isCurrentConsent } from '@blood-bank/contract/own-account/consent'
import type { Insertable } from 'kysely'
import { findAlertTimes } from '../../features/alerts/queries.ts'
import { setAlertTimes } from '../../features/donors/store.ts'
import { findUserByEmail } from '../../identity/users/store.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hashPassword } from '../../platform/secrets/hashes.ts'
import { storeAlerts } from './alerts.ts'
import { type Campus, drawCampus } from './campus.ts'
import { storeClub } from './kept-donors.ts'
import { LOGIN_EMAILS, LOGINS } from './logins.ts'
import type { DemoMember } from './members.ts'
import { storeAnswerTimes, storeOffers } from './store-offers.ts'
import { closingsOf } from './thanks.ts'

const logins = Object.values(LOGINS)

/**
 * Fills an empty database with the demo campus; an existing campus is not changed.
 * @returns lines for the startup message, with the demo logins
 * @throws when the database contains anything else
 */
export async function seedDemo(db: Database, now: Date): Promise<string[]> {
  if (!(await isCampus(db))) {
    await requireEmpty(db)
    await storeCampus(db, drawCampus({ now }), now)
  }
  return [
    'This is the demo. All people in it are fictional. Demo logins:',
    ...logins.map(({ email, password, who }) => `  ${email.padEnd(24)} ${password.padEnd(18)} ${who}`),
  ]
}

/** One account is enough: the others may have been erased. */
async function isCampus(db: Database) {
  const found = await Promise.all(logins.map(({ email }) => findUserByEmail(db, email)))
  return found.some(user => user !== null)
}

/** Where nobody has registered there is no record of anybody, though a server may have been started. */
async function requireEmpty(db: Database) {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new Error(
      'The demo needs an empty database, and this one has members. Choose another DATA_DIR or DATABASE_URL.',
    )
}

const NOT_CLOSED = { closedAt: null, thankYou: null, thankYouChosenAt: null, thankYouDueAt: null }

/** Stores all of a campus or nothing. */
async function storeCampus(db: Database, campus: Campus, now: Date): Promise<void> {
  const { members, bloodRequests, donations, club } = campus
  const passwordOf = await hashPasswords()
  const users = members.map(({ donor, agreedTo, ...user }) => user)
  const credentials = members.map(({ id, email }) => ({ userId: id, password: passwordOf(email) }))
  const consents = members.map(({ id, createdAt, agreedTo }) => ({
    userId: id,
    version: agreedTo,
    agreedAt: createdAt,
  }))
  const donors = members.flatMap(({ id, email, createdAt, donor }, nth) => {
    if (!donor) return []
    const { form, ...adminFlags } = donor
    const counting = donations.filter(({ donor, disputedAt }) => donor.id === id && !disputedAt)
    const given = counting.map(({ donatedOn }) => donatedOn)
    const recordedDonationDate = given.sort().at(-1) ?? null
    // Most donors have chosen a hall, the coordinator theirs.
    const hallId = club.halls[(nth + 1) % 5]?.id ?? null
    const profile = { userId: id, email, hallId, ...form, ...adminFlags }
    return [{ ...profile, recordedDonationDate, registeredAt: createdAt }]
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
    await db.insertInto('halls').values(club.halls).execute()
    await db.insertInto('donors').values(donors).execute()
    await db.insertInto('bloodRequests').values(requests).execute()
    await storeSharePages(db)
    await storeOffers(db, campus, closings)
    await storeAnswerTimes(db, now)
    await storeAlerts(db, campus.alerts)
    await storeClub(db, club)
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

type AlertChoice = Partial<Insertable<Schema['alertPreferences']>>

/** The choices of every twelfth donor each; the others have the defaults. */
const ALERT_CHOICES = (now: Date): Record<number, AlertChoice> => ({
  1: { alsoPlatelets: true },
  3: { frequency: 'one-a-month' },
  5: { pausedUntil: new Date(now.getTime() + 10 * DAY_MS) },
  7: { isOn: false },
  8: { frequency: 'as-needed', alsoPlatelets: true },
  10: { pausedUntil: Number.POSITIVE_INFINITY },
})

/** What donors of the demo chose about alerts. To those with an older consent, an email introduces alerts. */
function alertChoicesOf(members: readonly DemoMember[], now: Date) {
  const donors = members.filter(({ donor }) => donor !== null)
  return donors.flatMap(({ id: userId, agreedTo }, nth): { userId: string; choice: AlertChoice }[] => {
    if (!allowsAlerts(agreedTo)) return [{ userId, choice: { firstAlertFrom: null } }]
    const choice = ALERT_CHOICES(now)[nth % 12]
    return choice ? [{ userId, choice }] : []
  })
}

/** The numbers of every second donor, who gets urgent alerts as text messages. Whoever tries the demo switches that on. */
const textNumbersOf = (members: readonly DemoMember[], now: Date): Insertable<Schema['textNumbers']>[] =>
  members
    .filter(({ email, agreedTo }) => isCurrentConsent(agreedTo) && !LOGIN_EMAILS.has(email))
    .flatMap(({ id: userId, donor }) =>
      donor ? [{ userId, phone: donor.form.contactNumber, confirmedAt: now }] : [],
    )
    .filter((_, nth) => nth % 2 === 0)

/** The codes of public pages, which cannot be guessed outside the demo. */
const SHARE_CODES = {
  active: 'openrequestofthedemo000000',
  fulfilled: 'closedrequestofthedemo0000',
} as const

/** Makes public pages for the demo donor's newest active request and for one that was fulfilled. */
async function storeSharePages(db: Database): Promise<void> {
  for (const [status, code] of Object.entries(SHARE_CODES) as [keyof typeof SHARE_CODES, string][])
    await db
      .insertInto('sharePages')
      .columns(['code', 'bloodRequestId'])
      .expression(
        db
          .selectFrom('bloodRequests')
          .select(({ val }) => [val(code).as('code'), 'id'])
          .where('userEmail', '=', LOGINS.donor.email)
          .where('status', '=', status)
          .orderBy('requestedAt', 'desc')
          .limit(1),
      )
      .execute()
}
