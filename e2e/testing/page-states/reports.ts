import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listReceivedOffers } from '@blood-bank/contract/offers/endpoints'
import {
  listNotesOfCase,
  listReportCases,
  listReportsOfCase,
  readReportCase,
} from '@blood-bank/contract/reports/cases'
import { aPage, aReport, aReportCase } from '@blood-bank/web/testing/builders'
import { replying } from '@blood-bank/web/testing/replies'
import { type Action, chooseFromRow, press, sequence } from './actions.ts'
import { ASKED } from './offers.ts'
import { at, type PageState, statesOf } from './page-state.ts'
import { A_BLOOD_REQUEST, idOf, LONG_EMAIL, RECEIVED_OFFERS } from './replies.ts'

const A_CASE = aReportCase({
  latestText:
    'I called the number twice. Whoever answered does not know the patient, and asked for a fee for the bus.',
  person: { id: idOf(63), email: LONG_EMAIL, isSuspended: false, isPostingStopped: true },
})

const A_PERSON = aReportCase({
  id: idOf(64),
  subject: 'person',
  requiredBloodGroup: null,
  bloodRequest: null,
  latestText: null,
  reports: 1,
  kinds: [{ kind: 'harassment', reports: 1 }],
  decision: { decision: 'suspended', reason: 'harassment', decidedAt: '2026-03-15T12:15:00.000Z' },
})

/** The queue, and its first case. */
export const REPORT_REPLIES = [
  replying(listReportCases, aPage([A_CASE, A_PERSON])),
  replying(readReportCase, A_CASE),
  replying(
    listReportsOfCase,
    aPage([
      aReport({ text: A_CASE.latestText, kind: 'other' }),
      aReport({ id: idOf(65), text: null, dismissedAt: '2026-03-14T18:15:00.000Z', countsByItself: false }),
    ]),
  ),
  replying(listNotesOfCase, {
    notes: [{ text: 'I called the ward.', writtenAt: '2026-03-14T18:15:00.000Z' }],
  }),
]

const ofFirstCase = (name: string, shows: string, ...actions: Action[]) => ({
  name,
  path: '/admin/reports',
  replies: REPORT_REPLIES,
  action: sequence(page => page.getByRole('button', { name: 'Open' }).first().click(), ...actions),
  shows,
})

/** The queue of reports, a case with its decisions, and what members see of reports. */
export const REPORT_STATES: PageState[] = [
  ...statesOf('admin', [
    ...at('/admin/reports', ['admin-reports', A_CASE.bloodRequest?.hospitalName ?? '', REPORT_REPLIES]),

    ofFirstCase('admin-reports-case', 'I called the ward.'),

    ofFirstCase('admin-reports-deciding', 'The person is signed out at once', page =>
      page.getByRole('radio').last().check(),
    ),
    ofFirstCase('admin-reports-ignoring', 'For admins.', press('Ignore this report')),
  ]),
  ...statesOf('donor', [
    ...at('/view-requests', [
      'report-refused',
      'Please select what is wrong.',
      [],
      sequence(chooseFromRow('Report'), press('Send report')),
    ]),
    ...at('/dashboard', [
      'dashboard-hidden',
      'Hidden since',
      [
        replying(listOwnBloodRequests, aPage([{ ...A_BLOOD_REQUEST, hiddenAt: '2026-03-14T12:15:00.000Z' }])),
        replying(listReceivedOffers, aPage(RECEIVED_OFFERS)),
        replying(readAlertProgress, ASKED),
      ],
    ]),
  ]),
]
