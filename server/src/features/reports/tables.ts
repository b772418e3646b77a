import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Component } from '@blood-bank/contract/donors/components'
import type {
  CaseDecision,
  DecisionReason,
  DismissalReason,
  ReportKind,
  ReportSubject,
} from '@blood-bank/contract/reports/endpoints'
import type { Generated, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type ReportCaseRow = Selectable<Schema['reportCases']>
export type ReportRow = Selectable<Schema['reports']>

/** The tables of reports. */
declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** The reports about one blood request, or about one person, on which an admin decides together. */
    reportCases: {
      id: Generated<string>
      subject: ReportSubject
      /** Null for a person, and after the request was deleted. */
      bloodRequestId: string | null
      requiredBloodGroup: BloodGroup | null
      component: Generated<Component>
      /** Whoever posted the request, or the reported person; null after the account was erased. */
      userId: string | null
      openedAt: Date
      /** Null while the case waits for an admin, like the two that follow. */
      decision: CaseDecision | null
      reason: DecisionReason | null
      decidedAt: Date | null
    }
    reports: {
      id: Generated<string>
      caseId: string
      /** Null after the account was erased. */
      reporterId: string | null
      /** One of the two: what was reported; null after its deletion. */
      bloodRequestId: string | null
      offerId: string | null
      kind: ReportKind
      reportedAt: Date
      /** When an admin dismissed the report; it counts no longer. */
      dismissedAt: Date | null
      dismissalReason: DismissalReason | null
      /**
       * Whether the report counts towards hiding the request and stopping the person, by what was so of the reporter when
       * they reported; false, too, after they were suspended or another report of theirs was dismissed as made in bad faith.
       */
      countsByItself: Generated<boolean>
    }
    /** What reporters wrote, and admins who decided. Erasing the author, or whom it is about, deletes it. */
    reportTexts: {
      id: Generated<string>
      caseId: string
      /** Null for a note about the whole case. */
      reportId: string | null
      /** Whether an admin wrote it. */
      isNote: boolean
      authorId: string
      aboutId: string | null
      text: string
      writtenAt: Date
    }
  }
}
