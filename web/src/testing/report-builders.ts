import type { ReportCase, ReportRecord } from '@blood-bank/contract/reports/cases'
import { idOf } from './admin-builders.ts'
import { aBloodRequest, aUser } from './builders.ts'

const { id, status, patientName, hospitalName, additionalInfo, requiredBloodGroup } = aBloodRequest()

/** A case of three reports that hide a request. */
export const aReportCase = (overrides: Partial<ReportCase> = {}): ReportCase => ({
  id: idOf(60),
  subject: 'blood-request',
  openedAt: '2026-03-02T09:00:00.000Z',
  reports: 3,
  kinds: [
    { kind: 'not-real', reports: 2 },
    { kind: 'asked-for-money', reports: 1 },
  ],
  latestText: 'The hospital does not know the patient.',
  requiredBloodGroup,
  component: 'blood',
  bloodRequest: {
    id,
    status,
    patientName,
    hospitalName,
    additionalInfo,
    hiddenAt: '2026-03-02T12:00:00.000Z',
    isMarked: false,
  },
  person: { id: aUser().id, email: 'owner@campus.edu', isSuspended: false, isPostingStopped: true },
  decision: null,
  ...overrides,
})

/** A report of that case. */
export const aReport = (overrides: Partial<ReportRecord> = {}): ReportRecord => ({
  id: idOf(61),
  kind: 'not-real',
  text: 'The hospital does not know the patient.',
  reportedAt: '2026-03-02T12:00:00.000Z',
  dismissedAt: null,
  countsByItself: true,
  reporter: { id: idOf(62), email: 'reporter@campus.edu', dismissed: 2 },
  ...overrides,
})
