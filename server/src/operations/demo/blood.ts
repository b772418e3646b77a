import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Random } from './random.ts'

/** How common the groups are among people of Dhaka. */
export const ABO_SHARES = { A: 0.255, B: 0.325, O: 0.323, AB: 0.097 }
export const RH_NEGATIVE_SHARE = 0.04

/** The first eight have a group each, so that even a small campus has them all; then chance decides. */
export function drawBloodGroup(random: Random, nth: number): BloodGroup {
  const rhesus = random.chance(RH_NEGATIVE_SHARE) ? '-' : '+'
  return BLOOD_GROUPS[nth] ?? `${random.weighted(ABO_SHARES)}${rhesus}`
}
