import { listPushDevices } from '@blood-bank/contract/alerts/push-devices'
import { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { DonorForm } from '@blood-bank/contract/donors/profile'
import { readTokenKeys } from '@blood-bank/contract/sessions/token-sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createAlertLink } from '../features/alerts/links.ts'
import { createConfirmationLink } from '../features/blood-requests/confirmations/links.ts'
import { createMailLink } from '../identity/passwords/links.ts'
import { inputsOf } from './fuzz/inputs.ts'
import { type Bank, close, type Member, offered, post, recordGift } from './offers/offers.ts'
import { storePersonalData } from './personal-data.ts'
import { KEPT, OWN_NUMBER, PRIVATE_NUMBERS } from './private-numbers.ts'
import { ageAccounts } from './reports/reports.ts'
import { storeBloodRequest, storeCoordinator, storeDonor, storeKeptDonor } from './stored.ts'
import { PASSWORD } from './test-app.ts'

/** People with an account and a session. */
export const MEMBERS = {
  unverified: { role: 'user', emailVerified: false },
  newcomer: { role: 'user', emailVerified: true },
  member: { role: 'user', emailVerified: true },
  admin: { role: 'admin', emailVerified: true },
  unverifiedAdmin: { role: 'admin', emailVerified: false },
  coordinator: { role: 'user', emailVerified: true },
} as const
type MemberKind = keyof typeof MEMBERS

/** Every kind of caller. */
export type Kind = MemberKind | 'nobody'
export const KINDS: Kind[] = ['nobody', ...(Object.keys(MEMBERS) as MemberKind[])]

/** The emails and University IDs of donors with private numbers. */
export const HIDDEN = /hidden\d@example|UID-HIDDEN/

/** What is known about the people whom `populate` stores. */
type Population = {
  /** The `Cookie` header of each kind of caller. */
  cookies: Record<string, string | undefined>
  /** Values that exist: ids of every table, emails, a password, tokens of links. */
  known: string[]
}

/**
 * Stores people, donors with private numbers and odd names, requests, offers in every status, and a row in every table
 * with personal data.
 * @param seed draws the odd names
 */
export async function populate(bank: Bank, seed = 1): Promise<Population> {
  const people = new Map<string, Member>()
  for (const [kind, someone] of Object.entries(MEMBERS))
    people.set(kind, await bank.signedInAs({ ...someone, email: emailOf(kind) }))
  const [unverified, newcomer, member, admin] = [...people.values()] as [Member, Member, Member, Member]
  await ageAccounts(bank, newcomer, member, admin)
  await storeCoordinator(bank.db, people.get('coordinator')?.id ?? '')
  await storeKeptDonor(bank.db, { ...KEPT, bloodGroup: 'A+', askFor: `Ask ${KEPT.fullName}` })
  await storeDonor(bank.db, { userId: member.id, email: emailOf('member'), contactNumber: OWN_NUMBER })
  await storeDonorsWhoOffered(bank)
  await storeOddRecords(bank, seed)
  for (const { id: userId } of [member, member, newcomer, admin]) await storeBloodRequest(bank.db, { userId })
  const bloodRequest = await post(member)
  await close(member, await post(member))
  const donor = await storeDonor(bank.db, { contactNumber: PRIVATE_NUMBERS[0], email: emailOf('asked') })
  const person = { id: donor.userId, email: donor.email }
  await storePersonalData(bank.owner, { person, admin, otherRequest: { ...bloodRequest, userId: member.id } })
  // An admin may look up the number of a donor who agreed to that.
  await bank.db.deleteFrom('consents').execute()
  // Both make keys at the first call.
  await member.call(listPushDevices)
  await member.call(readTokenKeys)
  const { id: alertId } = await bank.db.selectFrom('alerts').select('id').executeTakeFirstOrThrow()
  const now = bank.now()
  return {
    cookies: Object.fromEntries([...people].map(([kind, { cookie }]) => [kind, cookie])),
    known: [
      ...(await idsOfEveryTable(bank)),
      ...KINDS.map(emailOf),
      PASSWORD,
      await createMailLink(bank.db, unverified.id, { purpose: 'verify-email', now }),
      await createMailLink(bank.db, newcomer.id, { purpose: 'reset-password', now }),
      await createConfirmationLink(bank.db, bloodRequest.id, now),
      await createAlertLink(bank.db, alertId),
      // A push subscription with the point of the example in RFC 8291.
      'https://fcm.googleapis.com/fcm/send/a-browser',
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ],
  }
}

const emailOf = (kind: string) => `${kind.toLowerCase()}@example.edu`

/** Donors of every group with private numbers, who offered for the request of somebody who is no caller. */
async function storeDonorsWhoOffered(bank: Bank) {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner, { requiredBloodGroup: 'AB+', unitsRequired: 5 })
  for (const [nth, bloodGroup] of BLOOD_GROUPS.entries()) {
    const donor = await bank.signedInAs({ email: `hidden${nth}@example.edu` })
    const contactNumber = PRIVATE_NUMBERS[nth % PRIVATE_NUMBERS.length] ?? ''
    const universityId = `UID-HIDDEN-${nth}`
    await storeDonor(bank.db, { userId: donor.id, bloodGroup, contactNumber, universityId })
    const offer = await offered(donor, bloodRequest)
    if (nth % 2 === 1) await recordGift(owner, offer)
  }
}

/** Donors and requests with generated valid fields, so that lists must show, sort and page odd texts. */
async function storeOddRecords({ db }: Bank, seed: number) {
  const draw = { numRuns: 40, seed }
  for (const form of fc.sample(inputsOf(DonorForm), draw)) await storeDonor(db, DonorForm.parse(form))
  for (const form of fc.sample(inputsOf(BloodRequestForm), draw)) {
    const { neededBy, isAnotherRequest, isHospitalName, ...rest } = BloodRequestForm.parse(form)
    const takesOtherGroups = rest.component !== 'blood' && rest.takesOtherGroups
    const time = neededBy === null ? null : new Date(`${neededBy}Z`)
    await storeBloodRequest(db, { ...rest, takesOtherGroups, neededBy: time })
  }
}

async function idsOfEveryTable({ owner }: Bank): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select quote_ident(table_name) as table from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by 1`.execute(owner)
  const ids = await Promise.all(
    rows.map(({ table }) =>
      sql.raw<{ id: string }>(`select id from ${table} order by id limit 8`).execute(owner),
    ),
  )
  return ids.flatMap(({ rows }) => rows.map(({ id }) => id))
}
