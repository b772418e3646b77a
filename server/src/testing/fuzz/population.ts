import { createHash, createHmac } from 'node:crypto'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import type { Database } from '../../platform/database/connection.ts'
import { hashPassword } from '../../platform/secrets/password-hash.ts'
import { storeBloodRequest, storeDonor, storeUser } from '../stored.ts'
import { AUTH_SECRET, PASSWORD } from '../test-app.ts'
import { storeReports } from './store-reports.ts'

/** Ids are the same in every run, so that a counterexample can be repeated. */
const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`

/** People with an account and a session. */
const MEMBERS = {
  unverified: { id: idOf(1), role: 'user', emailVerified: false },
  newcomer: { id: idOf(2), role: 'user', emailVerified: true },
  member: { id: idOf(3), role: 'user', emailVerified: true },
  admin: { id: idOf(4), role: 'admin', emailVerified: true },
  unverifiedAdmin: { id: idOf(5), role: 'admin', emailVerified: false },
} as const
type MemberKind = keyof typeof MEMBERS

/** Every kind of caller: the members, and three without a valid session. */
export type Kind = MemberKind | 'nobody' | 'expired' | 'forged'

export const KINDS: Kind[] = ['nobody', 'expired', 'forged', ...(Object.keys(MEMBERS) as MemberKind[])]

/** The member of a kind; null for kinds without a valid session. */
export const memberOf = (kind: Kind) => (kind in MEMBERS ? MEMBERS[kind as MemberKind] : null)

/** Old enough to report. */
const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)

const emailOf = (name: string) => `secret.${name.toLowerCase()}@example.edu`
const tokenOf = (name: string) => `session-token-of-${name}`.padEnd(32, '-')
const mailToken = (name: string) => `mail-token-of-${name}`.padEnd(43, '-')

/** Private numbers as they may be stored: international, local, digits only, with separators, in Bengali digits. */
const NUMBERS = ['+8801799887766', '01688776655', '8801577665544', '+880 1466-554433', '০১৩৫৫৪৪৩৩২২']
const OWN_NUMBER = '+8801988776655'
const PRIVATE_DONORS = BLOOD_GROUPS.map((bloodGroup, at) => ({
  bloodGroup,
  id: idOf(100 + at),
  email: emailOf(`shy${at}`),
  universityId: `UID-SECRET-${at}`,
  contactNumber: NUMBERS[at % NUMBERS.length] ?? '',
}))
const OWN = { email: emailOf('member'), universityId: 'UID-SECRET-OWN', contactNumber: OWN_NUMBER }

/** What nobody else may read. Numbers are compared by their last ten digits. */
export const SECRETS = {
  numbers: [...NUMBERS, OWN_NUMBER],
  ownNumber: OWN_NUMBER,
  /** Each with the member who may read it, if one of the kinds does. */
  identities: [
    ...PRIVATE_DONORS.flatMap(({ email, universityId }) => [email, universityId]).map(text => ({
      text,
      of: null,
    })),
    { text: OWN.universityId, of: 'member' },
    ...Object.keys(MEMBERS).map(name => ({ text: emailOf(name), of: name })),
  ],
  tokens: [...Object.keys(MEMBERS), 'expired'].map(tokenOf),
}

const REQUESTS = [200, 201, 202, 203].map(idOf)

/** A request of somebody else, for which donors with private numbers have offered: one in each status. */
const OFFERED_REQUEST = idOf(204)
const OFFERS = (['offered', 'withdrawn', 'donated', 'released'] as const).map((status, at) => ({
  id: idOf(300 + at),
  donationId: idOf(310 + at),
  status,
}))

const REPORTS = { caseIds: [idOf(400), idOf(401)], reportIds: [idOf(410), idOf(411)] } as const

/** Values that exist in this population. */
export const KNOWN: string[] = [
  ...REPORTS.caseIds,
  ...REPORTS.reportIds,
  ...REQUESTS,
  OFFERED_REQUEST,
  ...OFFERS.map(({ id }) => id),
  idOf(312),
  ...Object.values(MEMBERS).map(({ id }) => id),
  ...PRIVATE_DONORS.slice(0, 2).map(({ id }) => id),
  idOf(999),
  ...Object.keys(MEMBERS).map(emailOf),
  emailOf('shy0'),
  PASSWORD,
  mailToken('unverified'),
  mailToken('newcomer'),
  mailToken('asked'),
  // A push subscription. The point is that of the example in RFC 8291.
  'https://fcm.googleapis.com/fcm/send/a-browser',
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
]

/** The cookie of a kind of caller. A forged one has the token of a live session and a signature with another key. */
export function cookieOf(kind: Kind): string | null {
  if (kind === 'nobody') return null
  const token = tokenOf(kind === 'forged' ? 'admin' : kind)
  const secret = kind === 'forged' ? 'not our secret' : AUTH_SECRET
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `bloodbank.session=${encodeURIComponent(`${token}.${signature}`)}`
}

/** Inserts people, donors with private numbers, requests, offers, an alert and mail links. */
export async function populate(db: Database): Promise<void> {
  const password = await hashPassword(PASSWORD)
  const inAnHour = new Date(Date.now() + 3_600_000)
  const insertSession = (name: string, userId: string, expiresAt: Date) =>
    db
      .insertInto('sessions')
      .values({ userId, token: tokenOf(name), expiresAt, ipAddress: null, userAgent: null })
      .execute()
  for (const [name, member] of Object.entries(MEMBERS)) {
    const { id } = await storeUser(db, { ...member, email: emailOf(name), createdAt: LONG_AGO })
    await db.insertInto('credentials').values({ userId: id, password }).execute()
    await insertSession(name, id, inAnHour)
  }
  await insertSession('expired', MEMBERS.admin.id, new Date(0))
  for (const donor of PRIVATE_DONORS) await storeDonor(db, donor)
  await storeDonor(db, { ...OWN, id: idOf(150), userId: MEMBERS.member.id })
  const owners = [MEMBERS.member.id, MEMBERS.member.id, MEMBERS.newcomer.id, MEMBERS.admin.id]
  for (const [at, id] of REQUESTS.entries())
    await storeBloodRequest(db, { id, userId: String(owners[at]), status: at === 1 ? 'fulfilled' : 'active' })
  await storeOffers(db)
  await storeAlert(db)
  await storeReports(db, {
    ...REPORTS,
    bloodRequest: { id: String(REQUESTS[0]), userId: MEMBERS.member.id },
    decidedAbout: MEMBERS.newcomer.id,
  })
  for (const [name, purpose] of [
    ['unverified', 'verify-email'],
    ['newcomer', 'reset-password'],
  ] as const) {
    const tokenHash = createHash('sha256').update(mailToken(name)).digest()
    await db
      .insertInto('mailLinks')
      .values({ userId: MEMBERS[name].id, purpose, tokenHash, expiresAt: inAnHour })
      .execute()
  }
}

/** An alert of a donor with a private number, who has not answered. */
async function storeAlert(db: Database) {
  const { userId } = await db
    .selectFrom('donors')
    .select('userId')
    .where('id', '=', PRIVATE_DONORS.at(-1)?.id ?? '')
    .executeTakeFirstOrThrow()
  const { id: alertId } = await db
    .insertInto('alerts')
    .values({
      bloodRequestId: String(REQUESTS[0]),
      requesterId: MEMBERS.member.id,
      userId,
      need: Buffer.alloc(32),
      urgency: 'low',
      kind: 'wave',
      alertedAt: new Date(),
      answer: null,
      answeredAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tokenHash = createHash('sha256').update(mailToken('asked')).digest()
  await db.insertInto('alertLinks').values({ tokenHash, alertId }).execute()
}

async function storeOffers(db: Database) {
  const { userId: viewerId } = await storeBloodRequest(db, { id: OFFERED_REQUEST })
  for (const [at, { id, donationId, status }] of OFFERS.entries()) {
    const { userId } = await db
      .selectFrom('donors')
      .select('userId')
      .where('id', '=', PRIVATE_DONORS[at]?.id ?? '')
      .executeTakeFirstOrThrow()
    const isShown = status === 'offered' || status === 'donated'
    const { revealId } = await db
      .insertInto('offers')
      .values({
        id,
        userId,
        bloodRequestId: OFFERED_REQUEST,
        requiredBloodGroup: 'AB-',
        status,
        settledAt: status === 'offered' ? null : new Date(),
        contactUntil: status === 'donated' ? new Date(Date.now() + 48 * 3_600_000) : null,
      })
      .returning('revealId')
      .executeTakeFirstOrThrow()
    const reveal = {
      revealId,
      ownerId: userId,
      viewerId,
      occasion: 'offer',
      bloodRequestId: OFFERED_REQUEST,
    } as const
    for (const event of isShown ? (['began'] as const) : (['began', 'ended'] as const))
      await db
        .insertInto('contactReveals')
        .values({ ...reveal, event })
        .execute()
    if (status === 'donated')
      await db
        .insertInto('donations')
        .values({
          id: donationId,
          userId,
          bloodRequestId: OFFERED_REQUEST,
          offerId: id,
          donatedOn: '2026-01-15',
          recordedBy: 'requester',
          disputedAt: null,
        })
        .execute()
  }
}
