import * as z from 'zod/mini'
import { BloodRequest } from './endpoints.ts'

/** A blood request as whoever has the link of an email sees it: no patient, no person and no phone number. */
export const BloodRequestSummary = z.pick(BloodRequest, {
  requiredBloodGroup: true,
  urgency: true,
  neededBy: true,
  hospitalName: true,
  hospitalLocation: true,
  unitsRequired: true,
  unitsGiven: true,
  offersStanding: true,
  requestedAt: true,
})
export type BloodRequestSummary = z.infer<typeof BloodRequestSummary>
