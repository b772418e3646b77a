import type { BloodGroup } from '@blood-bank/contract/blood-groups'
import type { BloodRequestStatus, Urgency } from '@blood-bank/contract/blood-requests'
import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the blood requests. */
declare module '../../platform/database/schema.ts' {
  interface Schema {
    bloodRequests: {
      id: Generated<string>
      userId: string
      userEmail: string
      patientName: string
      requiredBloodGroup: BloodGroup
      unitsRequired: number
      hospitalName: string
      hospitalLocation: string | null
      contactPerson: string
      contactNumber: string
      urgency: Urgency
      additionalInfo: string | null
      status: Generated<BloodRequestStatus>
      /** Whether members are not shown it, as its owner is suspended. */
      isHidden: Generated<boolean>
      requestedAt: Generated<Date>
      idempotencyKey: string | null
      searchText: GeneratedAlways<string>
    }
    /** Requests that were deleted within 24 hours of their posting: they count against the limit all the same. */
    deletedPosts: {
      userId: string
      requestedAt: Date
    }
  }
}
