import type { DonorsWhoGave } from '@blood-bank/contract/blood-requests/endpoints'
import type { Actor } from '@blood-bank/contract/users/actors'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import type { BloodRequestRow } from './tables.ts'

/** How many units were given for a blood request, how many people gave them undisputed, and how many offers stand. */
export type Progress = Units & { peopleWhoGave: number }
export type Units = { unitsGiven: number; offersStanding: number }

/** Reads the progress of blood requests, by id. */
export type ReadProgress = (db: Database, ids: string[]) => Promise<Map<string, Progress>>

/** What happens to offers and donations when a blood request is read, closed or deleted. */
export type BloodRequestHooks = {
  readProgress: ReadProgress
  /** Finds the minutes after which the first donor answered last month; null if too few requests were answered. */
  findUsualAnswerMinutes: (db: Database, today: string) => Promise<number | null>
  /** Whether a blood request has needed a donor for over an hour, without a standing offer in that time. */
  hasNoOfferForAnHour: (now: Date) => RawBuilder<SqlBool>
  /** Called in the transaction that has closed the request. */
  afterClosing: (
    db: Transaction,
    closing: {
      bloodRequest: BloodRequestRow
      donorsWhoGave: DonorsWhoGave | undefined
      turnedAwayIds?: string[] | undefined
      actor: Actor
    },
  ) => Promise<void>
  /** Called in the transaction that has locked the request. */
  beforeDeleting: (db: Transaction, deletion: { bloodRequestId: string; actor: Actor }) => Promise<void>
}
