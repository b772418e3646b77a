import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../platform/database/connection.ts'
import type { Schema } from '../platform/database/schema.ts'

type Stored<Table extends keyof Schema> = Partial<Insertable<Schema[Table]>>

/** Inserts a user without a password. */
export const storeUser = (db: Database, more: Stored<'users'> = {}): Promise<Selectable<Schema['users']>> =>
  db
    .insertInto('users')
    .values({ email: `${randomUUID()}@example.edu`, ...more })
    .returningAll()
    .executeTakeFirstOrThrow()

const DONOR = {
  fullName: 'Karim Uddin',
  universityId: 'EEE-2020-101',
  universityRole: 'staff',
  department: 'Physics',
  bloodGroup: 'O+',
  contactNumber: '+8801912345678',
  isAvailable: true,
  lastDonationDate: null,
  allowContactVisibility: false,
} as const

/** Inserts a donor, with a new user unless `userId` is given; `more` overrides columns. */
export async function storeDonor(db: Database, more: Stored<'donors'> = {}) {
  const { id: userId, email } =
    more.userId === undefined ? await storeUser(db) : { id: more.userId, email: 'donor@example.edu' }
  const donor = { ...DONOR, userId, email, ...more }
  return db.insertInto('donors').values(donor).returningAll().executeTakeFirstOrThrow()
}

/** Inserts users with verified emails. */
const storeUsers = (db: Database, count: number) =>
  db
    .insertInto('users')
    .values(
      Array.from({ length: count }, () => ({ email: `${randomUUID()}@example.edu`, emailVerified: true })),
    )
    .returning(['id', 'email'])
    .execute()

/** Inserts donors whose emails are verified, in two statements. @returns their users */
export async function storeVerifiedDonors(
  db: Database,
  count: number,
  more: (nth: number) => Stored<'donors'> = () => ({}),
): Promise<string[]> {
  const users = await storeUsers(db, count)
  const donors = users.map(({ id: userId, email }, nth) => ({ ...DONOR, userId, email, ...more(nth) }))
  await db.insertInto('donors').values(donors).execute()
  return users.map(({ id }) => id)
}

/** Inserts what an imported list says about somebody without an account; `more` overrides columns. */
export const storeImportedDonor = (db: Database, more: Stored<'keptDonors'> = {}) =>
  db
    .insertInto('keptDonors')
    .values({
      email: `${randomUUID()}@example.edu`,
      fullName: 'Nadia Islam',
      universityId: 'BBA-2019-033',
      universityRole: 'faculty',
      department: 'Marketing',
      bloodGroup: 'B-',
      contactNumber: '+8801555123456',
      lastDonationDate: null,
      importedAt: new Date(),
      expiresAt: new Date(Date.now() + 30 * 86_400_000),
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

const BLOOD_REQUEST = {
  idempotencyKey: null,
  patientName: 'Salma Khatun',
  requiredBloodGroup: 'AB-',
  unitsRequired: 2,
  hospitalName: 'Square Hospital',
  hospitalLocation: null,
  contactPerson: 'Jamal Khatun',
  contactNumber: '+8801612345678',
  urgency: 'low',
  additionalInfo: null,
} as const

/** Inserts a blood request, by a new user unless `userId` is given; `more` overrides columns. */
export async function storeBloodRequest(db: Database, more: Stored<'bloodRequests'> = {}) {
  const owner =
    more.userId === undefined ? await storeUser(db) : { id: more.userId, email: 'owner@example.edu' }
  const bloodRequest = { ...BLOOD_REQUEST, userId: owner.id, userEmail: owner.email, ...more }
  return db.insertInto('bloodRequests').values(bloodRequest).returningAll().executeTakeFirstOrThrow()
}

/** Inserts blood requests, each by a new user, in two statements. */
export async function storeBloodRequests(
  db: Database,
  count: number,
  more: (nth: number) => Stored<'bloodRequests'>,
): Promise<void> {
  const owners = await storeUsers(db, count)
  const bloodRequests = owners.map(({ id: userId, email: userEmail }, nth) => ({
    ...BLOOD_REQUEST,
    userId,
    userEmail,
    ...more(nth),
  }))
  await db.insertInto('bloodRequests').values(bloodRequests).execute()
}

/** Inserts a push device of a donor that cannot be sent to, and a push key if there is none. */
export async function storePushDevice(db: Database, more: Stored<'pushDevices'> & { userId: string }) {
  const key = await db.selectFrom('pushKeys').select('id').executeTakeFirst()
  const { id: pushKeyId } =
    key ??
    (await db
      .insertInto('pushKeys')
      .values({ publicKey: 'a public key', privateKey: 'an encrypted key' })
      .returning('id')
      .executeTakeFirstOrThrow())
  return db
    .insertInto('pushDevices')
    .values({
      pushKeyId,
      endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
      p256dh: `point ${randomUUID()}`,
      auth: `auth ${randomUUID()}`,
      name: 'Chrome on Android',
      browser: null,
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores that a donor was asked for a request, as the first wave of an urgent one does. */
export const storeAlert = (
  db: Database,
  more: Stored<'alerts'> & Pick<Schema['alerts'], 'bloodRequestId' | 'requesterId' | 'userId'>,
) =>
  db
    .insertInto('alerts')
    .values({
      need: Buffer.alloc(32),
      urgency: 'urgent',
      kind: 'wave',
      alertedAt: new Date(),
      answer: null,
      answeredAt: null,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Inserts a standing offer, of a new donor unless `userId` is given, without a reveal; `more` overrides columns. */
export const storeOffer = async (
  db: Database,
  more: Stored<'offers'> & Pick<Schema['offers'], 'bloodRequestId'>,
) =>
  db
    .insertInto('offers')
    .values({ userId: more.userId ?? (await storeDonor(db)).userId, requiredBloodGroup: 'AB-', ...more })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Inserts a donation that a requester recorded, of a new donor unless `userId` is given; `more` overrides columns. */
export const storeDonation = async (db: Database, more: Stored<'donations'> = {}) =>
  db
    .insertInto('donations')
    .values({
      userId: more.userId === undefined ? (await storeDonor(db)).userId : more.userId,
      donatedOn: '2026-01-15',
      recordedBy: 'requester',
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Inserts what a donor who has been asked before chose about alerts. */
export const storePreferences = (db: Database, more: Stored<'alertPreferences'> & { userId: string }) =>
  db
    .insertInto('alertPreferences')
    .values({ pausedUntil: null, firstAlertFrom: new Date(0), ...more })
    .execute()

/** Inserts the number of a donor who gets text messages. */
export const storeTextNumber = (db: Database, more: Stored<'textNumbers'> & { userId: string }) =>
  db
    .insertInto('textNumbers')
    .values({
      phone: `+88017${String(randomInt(100_000_000)).padStart(8, '0')}`,
      confirmedAt: new Date(),
      codeHash: null,
      codeSentAt: null,
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const storePasskey = (db: Database, more: Stored<'passkeys'> & { userId: string }) =>
  db
    .insertInto('passkeys')
    .values({
      credentialId: randomBytes(32),
      publicKey: Buffer.from('a public key'),
      counter: 0,
      transports: ['internal'],
      rpId: 'localhost',
      name: 'Chrome on Android',
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Inserts a donor without an account who agreed that the club may call them; `more` overrides columns. */
export const storeKeptDonor = (db: Database, more: Stored<'keptDonors'> = {}) =>
  db
    .insertInto('keptDonors')
    .values({
      state: 'agreed',
      fullName: 'Hasan Mia',
      bloodGroup: 'B-',
      contactNumber: `+8801${String(Math.floor(Math.random() * 1e9)).padStart(9, '3')}`,
      consentKind: 'said',
      consentedAt: new Date(),
      importedAt: new Date(),
      expiresAt: new Date(Date.now() + 730 * 86_400_000),
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Makes a user a coordinator, of all halls unless `more` says otherwise. */
export const storeCoordinator = (db: Database, userId: string, more: Partial<Stored<'coordinators'>> = {}) =>
  db
    .insertInto('coordinators')
    .values({
      userId,
      hallId: null,
      namedBy: null,
      namedAt: new Date(),
      endsAt: new Date(Date.now() + 90 * 86_400_000),
      ...more,
    })
    .execute()

/** Inserts a kept donor whom a coordinator has noted as coming for a request. */
export async function storeComing(db: Database, bloodRequestId: string, callerId: string, now = new Date()) {
  const { id } = await storeKeptDonor(db)
  return db
    .insertInto('donorCalls')
    .values({
      keptDonorId: id,
      callerId,
      bloodRequestId,
      calledAt: now,
      result: 'coming',
      notedAt: now,
      contactNumber: '+8801712345678',
      revealId: randomUUID(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
