import type { AlertAnswer, AlertFrequency } from '@blood-bank/contract/alerts/endpoints'
import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { Component } from '@blood-bank/contract/donors/components'
import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type AlertRow = Selectable<Schema['alerts']>
export type AlertPreferencesRow = Selectable<Schema['alertPreferences']>

/**
 * Donors asked at once, donors asked in the place of those who declined, or one who is sent the link because they told a
 * coordinator on the phone that they come.
 */
export type WaveKind = 'wave' | 'replacement' | 'call'

/** The tables of alerts. */
declare module '../../platform/database/schema.ts' {
  interface Schema {
    alerts: {
      id: Generated<string>
      /** Null after the blood request was deleted. */
      bloodRequestId: string | null
      /** Who posted the blood request; null after their account was erased. */
      requesterId: string | null
      /** The donor. */
      userId: string
      /** A keyed hash of requester, patient and hospital. */
      need: Buffer
      urgency: Urgency
      component: Generated<Component>
      kind: WaveKind
      /** As it was when the donor was asked. */
      requesterHasRecord: Generated<boolean>
      /** A keyed hash of the mailbox of a new member, which outlives the account for a day. */
      requesterMailbox: Generated<Buffer | null>
      requesterNetwork: Generated<string | null>
      /** Whether the donor was asked for a new member. */
      requesterIsNew: Generated<boolean>
      alertedAt: Date
      /** When a device of the donor had shown the notification. */
      shownAt: Generated<Date | null>
      answer: AlertAnswer | null
      answeredAt: Date | null
    }
    /** The last whole wave of a blood request; those of 1.0 are all there. */
    alertWaves: {
      id: Generated<string>
      bloodRequestId: string
      kind: WaveKind
      plannedAt: Date
    }
    alertLinks: {
      tokenHash: Buffer
      alertId: string
      /** Wrong University IDs, too. */
      wrongDigits: Generated<number>
    }
    /** A donor without a row has the defaults. */
    alertPreferences: {
      userId: string
      isOn: Generated<boolean>
      frequency: Generated<AlertFrequency>
      nightsAllowed: Generated<boolean>
      alsoPlatelets: Generated<boolean>
      /** The time of the alert whose email invited the donor to platelets. */
      plateletsInvitedAt: Generated<Date | null>
      /** When the donor last sent a test alert. */
      testedAt: Date | null
      /** A keyed hash of the number that the donor last confirmed for text messages. */
      confirmedNumber: Generated<string | null>
      /** Infinity: until the donor ends the pause. */
      pausedUntil: Date | number | null
      /** The time of the first possible alert; null for a donor to whom alerts have not been introduced yet. */
      firstAlertFrom: Date | null
    }
  }
}
