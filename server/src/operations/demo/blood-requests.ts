import { BloodRequestStatus, Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { DEFAULT_POLICY } from '../../config/alert-policy.ts'
import { neededUntil } from '../../features/blood-requests/needed-by.ts'
import { daysBefore } from './days.ts'
import { drawBloodGroup, drawContactNumber, drawFullName } from './people.ts'
import type { Random } from './random.ts'

/** What somebody wrote, with the time that "Needed by" is. */
type Form = Omit<BloodRequestForm, 'neededBy' | 'isAnotherRequest' | 'isHospitalName'> & {
  neededBy: Date | null
}

/** A blood request: what its owner wrote, how it ended, and when it was posted. */
export type DemoBloodRequest = {
  form: Form
  status: BloodRequestStatus
  requestedAt: Date
  confirmedAt: Date
  unconfirmedSince: Date | null
}

/** No request is older; half of them are younger than a quarter of that. */
const REQUESTED_WITHIN_DAYS = 42
const OPEN_FOR_DAYS = 7

const URGENCIES: Record<Urgency, number> = { urgent: 0.55, moderate: 0.3, low: 0.15 }
const YOUNG: Record<BloodRequestStatus, number> = { active: 0.8, fulfilled: 0.15, cancelled: 0.05 }
const OLD: Record<BloodRequestStatus, number> = { active: 0.1, fulfilled: 0.7, cancelled: 0.2 }
const UNITS = [1, 1, 1, 1, 2, 2, 2, 3, 4]

const REASONS = [
  'Open-heart surgery.',
  'Thalassemia, blood is needed every month.',
  'Dengue with bleeding.',
  'Caesarean section planned.',
  'Road accident, now in the ICU.',
  'Dialysis patient with low haemoglobin.',
]

const WISHES = [
  'Please call before you come.',
  'Please bring your university ID card.',
  'Transport will be arranged.',
  'Donors are asked to come to the blood bank on the ground floor.',
]

/** The first nine have every urgency in every status, so that even a small campus shows them all. */
const everyKind = Urgency.options.flatMap(urgency =>
  BloodRequestStatus.options.map(status => ({ urgency, status })),
)

const FULFILLED_OF_KNOWN_DONOR = BloodRequestStatus.options.indexOf('fulfilled')
const THANKED_WITHIN_DAYS = 4

const NEEDED_BY_EVERY = 4
const UNCONFIRMED_EVERY = 3

/** A full hour, as people enter it. */
const hoursAfter = (time: Date, hours: number) =>
  new Date((Math.ceil(time.getTime() / HOUR_MS) + hours) * HOUR_MS)

/** @param nth counts the requests of a campus from 0 */
export function drawBloodRequest(random: Random, { nth, now }: { nth: number; now: Date }): DemoBloodRequest {
  const drawn = random.share() ** 2 * REQUESTED_WITHIN_DAYS
  // The demo donor's one that was fulfilled is young enough for a thank-you.
  const age = nth === FULFILLED_OF_KNOWN_DONOR ? Math.min(drawn, THANKED_WITHIN_DAYS) : drawn
  const urgency = random.weighted(URGENCIES)
  const status = random.weighted(age < OPEN_FOR_DAYS ? YOUNG : OLD)
  const kind = everyKind[nth] ?? { urgency, status }
  const hospital = random.pick(HOSPITALS)
  const reason = random.pick(REASONS)
  const requestedAt = daysBefore(now, age)
  const isActive = kind.status === 'active'
  const until = neededUntil(
    { neededBy: null, confirmedAt: requestedAt, requestedAt, urgency: kind.urgency },
    DEFAULT_POLICY.neededHours,
  )
  const isUnconfirmed = isActive && nth % UNCONFIRMED_EVERY === 0 && until < now
  return {
    form: {
      patientName: drawFullName(random),
      requiredBloodGroup: drawBloodGroup(random, nth),
      component: 'blood',
      takesOtherGroups: false,
      unitsRequired: random.pick(UNITS),
      hospitalName: hospital.name,
      hospitalLocation: random.chance(0.8) ? `Ward ${random.whole(1, 40)}, ${hospital.area}, Dhaka` : null,
      contactPerson: drawFullName(random),
      contactNumber: drawContactNumber(random),
      urgency: kind.urgency,
      neededBy:
        isActive && !isUnconfirmed && nth % NEEDED_BY_EVERY === 0
          ? hoursAfter(now, 6 + (nth % 5) * 12)
          : null,
      additionalInfo: random.chance(0.7) ? `${reason} ${random.pick(WISHES)}` : null,
    },
    status: kind.status,
    requestedAt,
    // The other owners have just said that blood is still needed.
    confirmedAt: isUnconfirmed ? requestedAt : now,
    unconfirmedSince: isUnconfirmed ? until : null,
  }
}

/**
 * A closed request of the calendar month before, so that the month says how soon donors answer; a day away from its ends, where
 * another month may be in another time zone.
 */
export function drawBloodRequestOfLastMonth(
  random: Random,
  { nth, now }: { nth: number; now: Date },
): DemoBloodRequest {
  const [from, until] = [-1, 0].map(months => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
  const days = (Number(until) - Number(from)) / DAY_MS
  const requestedAt = new Date(Number(from) + (1 + random.share() * (days - 2)) * DAY_MS)
  const { form, ...request } = drawBloodRequest(random, { nth, now })
  return {
    ...request,
    form: { ...form, unitsRequired: 1, neededBy: null },
    status: random.chance(0.8) ? 'fulfilled' : 'cancelled',
    requestedAt,
    confirmedAt: requestedAt,
    unconfirmedSince: null,
  }
}

/** Hospitals of Dhaka that give blood, and where they are. */
const HOSPITALS = [
  { name: 'Dhaka Medical College Hospital', area: 'Bakshibazar' },
  { name: 'Bangladesh Medical University', area: 'Shahbagh' },
  { name: 'BIRDEM General Hospital', area: 'Shahbagh' },
  { name: 'Square Hospital', area: 'Panthapath' },
  { name: 'Labaid Specialized Hospital', area: 'Dhanmondi' },
  { name: 'United Hospital', area: 'Gulshan 2' },
  { name: 'Evercare Hospital Dhaka', area: 'Bashundhara' },
  { name: 'Kurmitola General Hospital', area: 'Cantonment' },
  { name: 'Sir Salimullah Medical College Mitford Hospital', area: 'Mitford' },
  { name: 'National Institute of Cardiovascular Diseases', area: 'Sher-e-Bangla Nagar' },
  { name: 'Holy Family Red Crescent Medical College Hospital', area: 'Eskaton' },
]
