import type { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import type { registerDonor } from '@blood-bank/contract/donors/profile'
import type { CallInputOf } from '@blood-bank/contract/endpoint'

type DonorBody = CallInputOf<typeof registerDonor>['body']
type BloodRequestBody = CallInputOf<typeof postBloodRequest>['body']

/** A valid donor form; `more` overrides its fields. */
export const aDonor = (more: Partial<DonorBody> = {}): DonorBody => ({
  fullName: 'Rima Akter',
  universityId: 'CSE-2021-017',
  universityRole: 'student',
  department: 'Computer Science',
  bloodGroup: 'O+',
  contactNumber: '01712-345678',
  ...more,
})

/** A valid blood request form, also for somebody who has posted it before; `more` overrides its fields. */
export const aBloodRequest = (more: Partial<BloodRequestBody> = {}): BloodRequestBody => ({
  patientName: 'Abdul Karim',
  requiredBloodGroup: 'B+',
  hospitalName: 'Dhaka Medical College Hospital',
  contactPerson: 'Nadia Karim',
  contactNumber: '01812-345678',
  isAnotherRequest: true,
  ...more,
})
