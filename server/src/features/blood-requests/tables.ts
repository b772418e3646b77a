import type { BloodRequestStatus, Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { RemovalReason } from '@blood-bank/contract/blood-requests/removals'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Component } from '@blood-bank/contract/donors/components'
import type { ThankYou } from '@blood-bank/contract/thanks/sentences'
import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type BloodRequestRow = Selectable<Schema['bloodRequests']>

/** The tables of blood requests. */
declare module '../../platform/database/schema.ts' {
  interface Schema {
    bloodRequests: {
      id: Generated<string>
      userId: string
      userEmail: string
      patientName: string
      requiredBloodGroup: BloodGroup
      component: Generated<Component>
      /** Whether the hospital takes platelets of any group. */
      takesOtherGroups: Generated<boolean>
      unitsRequired: number
      hospitalName: string
      hospitalLocation: string | null
      contactPerson: string
      contactNumber: string
      urgency: Urgency
      additionalInfo: string | null
      status: Generated<BloodRequestStatus>
      /** True while the owner is suspended: members do not see the request. */
      isHidden: Generated<boolean>
      /** Since when reports hide the request from members, until an admin decides; null for a closed one, too. */
      hiddenAt: Date | null
      /** Since when reports keep donors from being asked, although the request is listed; null otherwise. */
      alertsStoppedAt: Generated<Date | null>
      /** When the request was closed; null for an active one, and for those that version 0.6 closed. */
      closedAt: Date | null
      /** When an admin closed the request; null if its owner did. */
      closedByAdminAt: Date | null
      /** Why an admin cancelled it. */
      closingReason: RemovalReason | null
      requestedAt: Generated<Date>
      /** When its owner said that blood is needed at the latest. */
      neededBy: Date | null
      /** When its owner last said that blood is needed; null: not since there are alerts, so that no donor is asked. */
      confirmedAt: Generated<Date | null>
      /** Since when the owner has not answered whether blood is still needed; no donor is asked meanwhile. */
      unconfirmedSince: Date | null
      /** When the request is planned next; null: not before something about it changes. */
      nextWaveAt: Generated<Date | null>
      /** When the planner last looked for donors, whether or not it found any; null before. */
      soughtAt: Generated<Date | null>
      /** Since when no donor is asked, because many new members have asked; null if that is not so. */
      heldBackAt: Generated<Date | null>
      /** When an admin said that it is real: donors are asked as for a member with a record. */
      foundRealAt: Generated<Date | null>
      /** With what its owner thanks the donors; null before the choice, and for none. */
      thankYou: ThankYou | null
      thankYouChosenAt: Date | null
      /** When the donors get it; null after that, too. */
      thankYouDueAt: Date | null
      /** A hash of what is needed: equal for requests that look the same. Null for closed ones of older versions. */
      need: Buffer | null
      idempotencyKey: string | null
      searchText: GeneratedAlways<string>
    }
    /** Blood requests deleted within 24 hours of posting: they still count against the daily limit. */
    deletedPosts: {
      userId: string
      requestedAt: Date
    }
    /** What remains of blood requests that admins deleted, until their owners have read it. */
    requestDeletions: {
      id: Generated<string>
      userId: string
      requiredBloodGroup: BloodGroup
      component: Generated<Component>
      requestedAt: Date
      deletedAt: Date
      reason: RemovalReason
    }
    /** The links in emails that ask whether blood is still needed. */
    confirmationLinks: {
      tokenHash: Buffer
      /** Null after the blood request was deleted. */
      bloodRequestId: string | null
      createdAt: Date
    }
    /** The public pages of blood requests: one at most for each. */
    sharePages: {
      code: string
      bloodRequestId: string
      createdAt: Generated<Date>
    }
  }
}
