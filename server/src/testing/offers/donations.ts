import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import {
  addDonation,
  correctDonation,
  disputeDonation,
  listOwnDonations,
  recordDonationOfDonor,
  undoDonation,
} from '@blood-bank/contract/offers/donations'
import type { Database } from '../../platform/database/connection.ts'
import type { Person } from '../person.ts'
import { profileIdOf, recordGift, siteDate } from './offers.ts'

export const undo = (person: Person, id: string) => person.call(undoDonation, { params: { id } })

export const dispute = (person: Person, id: string) => person.call(disputeDonation, { params: { id } })

export const correct = (person: Person, id: string, donatedOn: string) =>
  person.call(correctDonation, { params: { id }, body: { donatedOn } })

/** A donor adds a donation given elsewhere. */
export const add = (donor: Person, donatedOn: string) => donor.call(addDonation, { body: { donatedOn } })

/** An admin records a donation given elsewhere. */
export const recordFor = async (donor: Person, admin: Person, donatedOn: string) =>
  admin.call(recordDonationOfDonor, { params: { id: await profileIdOf(donor) }, body: { donatedOn } })

/** The id of the donation that is recorded for an offer. */
export async function gave(person: Person, offer: { id: string }): Promise<string> {
  const { body } = await recordGift(person, offer)
  return body.donation?.id ?? ''
}

/** The donations that a donor sees. */
export const historyOf = async (donor: Person) => (await donor.call(listOwnDonations, { query: {} })).body

/** When a donor can donate again; null for at once. */
export const eligibleFrom = async (donor: Person) => (await donor.call(readOwnDonor)).body.donor?.eligibleFrom

const INTERVAL_DAYS = 120

/** The day from which a donor can donate again after a donation. */
export const afterInterval = (donatedOn: string) => siteDate(INTERVAL_DAYS, new Date(donatedOn))

/** The audit entries about a donor, oldest first. */
export const auditOf = (db: Database, { id }: { id: string }) =>
  db
    .selectFrom('auditEntries')
    .select(['actorId', 'action', 'before', 'after'])
    .where('targetId', '=', id)
    .orderBy('id')
    .execute()
