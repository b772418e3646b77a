import { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'
import { DonorForm } from '@blood-bank/contract/donors/endpoints'
import fc from 'fast-check'
import type { Database } from '../../platform/database/connection.ts'
import { storeBloodRequest, storeDonor } from '../stored.ts'
import { inputsOf } from './inputs/inputs-of.ts'

const RECORDS = 40

/** Donors and requests with generated valid fields, so that lists must show, sort and page odd texts. */
export async function storeOddRecords(db: Database, seed: number): Promise<void> {
  const draw = { numRuns: RECORDS, seed }
  for (const form of fc.sample(inputsOf(DonorForm), draw)) await storeDonor(db, DonorForm.parse(form))
  for (const form of fc.sample(inputsOf(BloodRequestForm), draw)) {
    const { neededBy, isAnotherRequest, ...rest } = BloodRequestForm.parse(form)
    await storeBloodRequest(db, { ...rest, neededBy: neededBy === null ? null : new Date(`${neededBy}Z`) })
  }
}
