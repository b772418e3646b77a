import { publicHospitalOf, publicLocationOf } from '@blood-bank/contract/blood-requests/public-hospital'
import { DAY_MS } from '@blood-bank/contract/durations'
import type { Database } from '../../../platform/database/connection.ts'
import { containsText } from '../../../platform/database/listing.ts'
import type { BloodRequestRow } from '../tables.ts'

/** So many other members must have needed blood at a hospital within a year before anybody may read its name. */
const MIN_OTHERS = 2
const KNOWN_DAYS = 365

/** So many of their newest requests are read. */
const MAX_REQUESTS = 200

type Place = Pick<
  BloodRequestRow,
  'userId' | 'patientName' | 'contactPerson' | 'hospitalName' | 'hospitalLocation'
>

/** Where blood is needed, as it may be shown to anybody. */
export type PublicPlace = {
  hospital: string | null
  /** Null also if the hospital may not be shown. */
  location: string | null
  /** Whether requests of others show that the hospital is called so, although it names a person of this one. */
  isKnown: boolean
}

/** Finds what anybody may read of the place of a blood request: emails are forwarded, and public pages passed on. */
export async function findPublicPlace(db: Database, place: Place, now: Date): Promise<PublicPlace> {
  const shown = publicHospitalOf(place)
  const known = shown === null ? publicHospitalOf(place, { isKnown: true }) : null
  const isKnown = known !== null && (await isKnownHospital(db, place, now))
  const hospital = isKnown ? known : shown
  return { hospital, location: hospital && publicLocationOf(place), isKnown }
}

/**
 * Whether requests of at least two other people in the last year name a hospital. Accounts of one mailbox are one person.
 * Requests that nobody sees, and those in which the name may tell of a person, too, show nothing: relatives who post for the
 * same patient name the patient's home.
 */
export async function isKnownHospital(
  db: Database,
  { userId, hospitalName }: Pick<Place, 'userId' | 'hospitalName'>,
  now: Date,
): Promise<boolean> {
  const key = hospitalKey(hospitalName)
  let query = db
    .selectFrom('bloodRequests')
    .innerJoin('users', 'users.id', 'bloodRequests.userId')
    .select(['mailbox', 'hospitalName', 'patientName', 'contactPerson'])
    .where('requestedAt', '>', new Date(now.getTime() - KNOWN_DAYS * DAY_MS))
    .where('isHidden', '=', false)
    .where('hiddenAt', 'is', null)
    .where('mailbox', '!=', db.selectFrom('users').select('mailbox').where('id', '=', userId))
  for (const word of key.split(' ')) query = query.where(containsText('search_text', word))
  const requests = await query.orderBy('requestedAt', 'desc').limit(MAX_REQUESTS).execute()
  const people = requests
    .filter(other => hospitalKey(other.hospitalName) === key && publicHospitalOf(other) !== null)
    .map(({ mailbox }) => mailbox)
  return new Set(people).size >= MIN_OTHERS
}

/** What is equal for names of hospitals that differ only in case and punctuation; empty without a letter or digit. */
export const hospitalKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
