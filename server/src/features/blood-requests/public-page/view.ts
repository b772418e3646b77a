import type { BloodRequestStatus, Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Component } from '@blood-bank/contract/donors/components'
import type { Progress } from '../hooks.ts'
import type { PublicPlace } from '../hospitals/public-place.ts'
import type { BloodRequestRow } from '../tables.ts'

/** A blood request as anybody may read it: no patient, no person and no phone number (docs/trust.md, 41). */
export type PublicBloodRequest = {
  id: string
  status: BloodRequestStatus
  requiredBloodGroup: BloodGroup
  component: Component
  takesOtherGroups: boolean
  /** Null if it may not be shown to anybody. */
  hospital: string | null
  urgency: Urgency
  unitsRequired: number
  unitsLeft: number
  peopleWhoGave: number
  neededBy: Date | null
  /** When the owner last said that blood is needed. */
  statedAt: Date
  unconfirmedSince: Date | null
}

export const bloodRequestForAnybody = (
  row: BloodRequestRow,
  { hospital, progress }: Pick<PublicPlace, 'hospital'> & { progress: Progress | undefined },
): PublicBloodRequest => ({
  id: row.id,
  status: row.status,
  requiredBloodGroup: row.requiredBloodGroup,
  component: row.component,
  takesOtherGroups: row.takesOtherGroups,
  hospital,
  urgency: row.urgency,
  unitsRequired: row.unitsRequired,
  unitsLeft: Math.max(0, row.unitsRequired - (progress?.unitsGiven ?? 0)),
  peopleWhoGave: progress?.peopleWhoGave ?? 0,
  neededBy: row.neededBy,
  statedAt: row.confirmedAt ?? row.requestedAt,
  unconfirmedSince: row.unconfirmedSince,
})
