import * as z from 'zod/mini'
import { BloodRequest } from './endpoints.ts'

/** A blood request as whoever has the link of an email sees it: no patient, no person and no phone number. */
export const BloodRequestSummary = z.extend(
  z.pick(BloodRequest, {
    requiredBloodGroup: true,
    urgency: true,
    neededBy: true,
    hospitalLocation: true,
    unitsRequired: true,
    unitsGiven: true,
    offersStanding: true,
    requestedAt: true,
  }),
  {
    /** Null, as the location, if it may not be shown to anybody, unless the reader is the donor who said yes. */
    hospitalName: z.nullable(z.string()),
  },
)
export type BloodRequestSummary = z.infer<typeof BloodRequestSummary>
