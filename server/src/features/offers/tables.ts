import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Component } from '@blood-bank/contract/donors/components'
import type { OfferStatus, OnTheWay } from '@blood-bank/contract/offers/endpoints'
import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type OfferRow = Selectable<Schema['offers']>

export type OfferResult = { resultBy: NonNullable<OfferRow['resultBy']> }

declare module '../../platform/database/schema.ts' {
  interface Schema {
    offers: {
      id: Generated<string>
      /** The donor. */
      userId: string
      /** Null after the blood request was deleted. */
      bloodRequestId: string | null
      requiredBloodGroup: BloodGroup
      component: Generated<Component>
      status: Generated<OfferStatus>
      offeredAt: Generated<Date>
      settledAt: Date | null
      /** Whether it was released because the requester pressed "Not needed". */
      wasRefused: Generated<boolean>
      /** Of a released offer: the hospital could not take its donor. `resultBy` is who said so. */
      result: Generated<'turned-away' | null>
      resultBy: Generated<'donor' | 'requester' | 'admin' | null>
      /** Whether a result was undone, which is possible once. */
      resultUndone: Generated<boolean>
      /** Whether the donor says that they gave, although the requester said that the hospital could not take them. */
      resultContradicted: Generated<boolean>
      /** Whether it was made before its donor, who was Verified, changed what an admin had checked. */
      wasVerified: Generated<boolean>
      /** The entries of the contact ledger for this offer. */
      revealId: Generated<string>
      /** The time until which donor and requester see each other's contact after a donation. */
      contactUntil: Date | null
      /** When the donor ended the contact after a donation, by withdrawing or by disputing it; null if they did not. */
      contactWithdrawnAt: Generated<Date | null>
      /** When the donor said to be on the way, and in how many minutes they arrive; null unless the offer stands. */
      onTheWaySaidAt: Generated<Date | null>
      onTheWayMinutes: Generated<OnTheWay['minutes'] | null>
    }
    /** How soon the first donor answered the requests of a month. */
    answerTimes: {
      /** Its first day. */
      month: string
      /** The requests posted in it, and those of them that a donor answered. */
      posted: number
      answered: number
      medianMinutes: number | null
      computedOn: string
    }
  }
}
