import type { BloodRequestRecord } from '@blood-bank/contract/blood-requests/endpoints'
import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import type { UserRecord } from '@blood-bank/contract/users/endpoints'
import { aBloodRequest, aDonor, aUser } from './builders.ts'

/** A user as admins see them, not suspended. */
export const aUserRecord = (overrides: Partial<UserRecord> = {}): UserRecord => ({
  ...aUser(),
  suspension: null,
  isSecondAccount: false,
  ...overrides,
})

/** The signed-in admin. */
export const anAdmin = () =>
  aUserRecord({ id: '0192f0c1-0000-7000-8000-0000000000ad', email: 'head@campus.edu', role: 'admin' })

/** A donor as admins see them, with a private number. */
export const aDonorRecord = (overrides: Partial<DonorRecord> = {}): DonorRecord => ({
  ...aDonor(),
  userId: aUser().id,
  contactNumber: null,
  ...overrides,
})

/** A request as admins see it. */
export const aBloodRequestRecord = (overrides: Partial<BloodRequestRecord> = {}): BloodRequestRecord => ({
  ...aBloodRequest(),
  contactNumber: '01712 345678',
  userEmail: aUser().email,
  heldBackAt: null,
  foundRealAt: null,
  ...overrides,
})

/** A different id for each number. */
export const idOf = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`
