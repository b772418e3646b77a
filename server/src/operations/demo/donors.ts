import type { UniversityRole } from '@blood-bank/contract/donors/endpoints'
import type { DonorForm } from '@blood-bank/contract/donors/registration'
import { dayOf, daysBefore } from './days.ts'
import { drawBloodGroup, drawContactNumber, drawFullName } from './people.ts'
import type { Random } from './random.ts'

/** A donor profile: the form of its owner, and the flags that admins set. */
export type DemoDonor = { form: DonorForm; isVerified: boolean; isProfileActive: boolean }

const ROLES: Record<UniversityRole, number> = { student: 0.82, faculty: 0.1, staff: 0.08 }

const DEPARTMENTS = [
  { code: 'CSE', name: 'Computer Science and Engineering' },
  { code: 'EEE', name: 'Electrical and Electronic Engineering' },
  { code: 'CE', name: 'Civil Engineering' },
  { code: 'BBA', name: 'Business Administration' },
  { code: 'ECO', name: 'Economics' },
  { code: 'ENG', name: 'English' },
  { code: 'LAW', name: 'Law' },
  { code: 'PHR', name: 'Pharmacy' },
  { code: 'GEB', name: 'Genetic Engineering and Biotechnology' },
  { code: 'MAT', name: 'Mathematics' },
]

const OFFICES = ["Registrar's Office", 'Central Library', 'Accounts Office', 'Transport Office']

const HAS_DONATED = 0.65
const DONATED_WITHIN_DAYS = 730
/** Donors rest for about this long after a donation. */
const REST_DAYS = 120

/** @param nth counts the donors of a campus from 0 */
export function drawDonor(random: Random, { nth, now }: { nth: number; now: Date }): DemoDonor {
  const daysSince = random.chance(HAS_DONATED) ? random.whole(1, DONATED_WITHIN_DAYS) : null
  const isResting = daysSince !== null && daysSince < REST_DAYS
  return {
    form: {
      fullName: drawFullName(random),
      ...drawUniversityRole(random, { nth, year: now.getUTCFullYear() }),
      bloodGroup: drawBloodGroup(random, nth),
      contactNumber: drawContactNumber(random),
      isAvailable: random.chance(isResting ? 0.2 : 0.9),
      lastDonationDate: daysSince === null ? null : dayOf(daysBefore(now, daysSince)),
      allowContactVisibility: random.chance(0.6),
    },
    isVerified: random.chance(0.7),
    isProfileActive: random.chance(0.95),
  }
}

/** A role and department at the university, with a matching id. */
function drawUniversityRole(random: Random, { nth, year }: { nth: number; year: number }) {
  const universityRole = random.weighted(ROLES)
  const { code, name } = random.pick(DEPARTMENTS)
  const number = String(nth + 1).padStart(4, '0')
  switch (universityRole) {
    case 'student':
      return {
        universityRole,
        department: name,
        universityId: `${code}-${year - random.whole(0, 4)}-${number}`,
      }
    case 'faculty':
      return { universityRole, department: name, universityId: `${code}-F-${number}` }
    case 'staff':
      return { universityRole, department: random.pick(OFFICES), universityId: `STAFF-${number}` }
  }
}
