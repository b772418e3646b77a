import { chooseFromRow, press, sequence } from './actions.ts'
import type { PageState } from './page-state.ts'
import { A_BLOOD_REQUEST } from './replies/blood-requests.ts'
import { RECEIVED_OFFERS } from './replies/offers.ts'

const A_CASE = {
  id: '0192f0c1-0000-7000-8000-0000000000e1',
  subject: 'blood-request',
  openedAt: '2026-03-14T10:15:00.000Z',
  reports: 3,
  kinds: [
    { kind: 'not-real', reports: 2 },
    { kind: 'other', reports: 1 },
  ],
  latestText:
    'I called the number twice. Whoever answered does not know the patient, and asked for a fee for the bus.',
  requiredBloodGroup: 'B+',
  bloodRequest: {
    id: A_BLOOD_REQUEST.id,
    status: 'active',
    patientName: A_BLOOD_REQUEST.patientName,
    hospitalName: A_BLOOD_REQUEST.hospitalName,
    additionalInfo: null,
    hiddenAt: '2026-03-14T12:15:00.000Z',
  },
  person: {
    id: '0192f0c1-0000-7000-8000-0000000000e2',
    email: 'mohammad.abdullah.al.mamun.chowdhury@students.example.edu',
    isSuspended: false,
    isPostingStopped: true,
  },
  decision: null,
}

const A_PERSON = {
  ...A_CASE,
  id: '0192f0c1-0000-7000-8000-0000000000e3',
  subject: 'person',
  requiredBloodGroup: null,
  bloodRequest: null,
  latestText: null,
  reports: 1,
  kinds: [{ kind: 'harassment', reports: 1 }],
  decision: { decision: 'suspended', reason: 'harassment', decidedAt: '2026-03-15T12:15:00.000Z' },
}

const REPORTS = [
  { text: A_CASE.latestText, kind: 'other', dismissedAt: null, dismissed: 0 },
  { text: null, kind: 'not-real', dismissedAt: '2026-03-14T18:15:00.000Z', dismissed: 3 },
].map(({ dismissed, ...report }, at) => ({
  id: `0192f0c1-0000-7000-8000-0000000000f${at}`,
  reportedAt: '2026-03-14T12:15:00.000Z',
  reporter: { id: A_PERSON.id, email: `reporter${at}@students.example.edu`, dismissed },
  ...report,
}))

const page = (...records: object[]) => ({ records, next: null, total: records.length })

export const REPORT_CALLS = {
  '**/api/admin/report-cases*': page(A_CASE, A_PERSON),
  '**/api/admin/report-cases/*': A_CASE,
  '**/api/admin/report-cases/*/reports*': page(...REPORTS),
  '**/api/admin/report-cases/*/notes': {
    notes: [{ text: 'I called the ward.', writtenAt: '2026-03-14T18:15:00.000Z' }],
  },
}

const openFirst: PageState['action'] = page => page.getByRole('button', { name: 'Open' }).first().click()

/** The queue of reports, a case with its decisions, and what members see of reports. */
export const REPORT_STATES: PageState[] = [
  {
    name: 'admin-reports',
    as: 'admin',
    path: '/admin/reports',
    calls: REPORT_CALLS,
    shows: A_BLOOD_REQUEST.hospitalName,
  },
  {
    name: 'admin-reports-none',
    as: 'admin',
    path: '/admin/reports',
    calls: { '**/api/admin/report-cases*': page() },
    shows: 'No reports wait for an admin.',
  },
  {
    name: 'admin-reports-case',
    as: 'admin',
    path: '/admin/reports',
    calls: REPORT_CALLS,
    action: openFirst,
    shows: 'I called the ward.',
  },
  {
    name: 'admin-reports-refused',
    as: 'admin',
    path: '/admin/reports',
    calls: REPORT_CALLS,
    action: sequence(openFirst, press('Decide')),
    shows: 'Please select what you decide.',
  },
  {
    name: 'admin-reports-deciding',
    as: 'admin',
    path: '/admin/reports',
    calls: REPORT_CALLS,
    action: sequence(openFirst, page => page.getByRole('radio').last().check()),
    shows: 'The person is signed out at once',
  },
  {
    name: 'admin-reports-ignoring',
    as: 'admin',
    path: '/admin/reports',
    calls: REPORT_CALLS,
    action: sequence(openFirst, press('Ignore this report')),
    shows: 'For admins.',
  },
  {
    name: 'report-refused',
    as: 'donor',
    path: '/view-requests',
    action: sequence(chooseFromRow('Report'), press('Send report')),
    shows: 'Please select what is wrong.',
  },
  {
    name: 'dashboard-hidden',
    as: 'donor',
    path: '/dashboard',
    calls: {
      '**/api/blood-requests/mine*': page({ ...A_BLOOD_REQUEST, hiddenAt: '2026-03-14T12:15:00.000Z' }),
      '**/api/blood-requests/*/offers*': RECEIVED_OFFERS,
      '**/api/blood-requests/*/alerts': {
        donorsAsked: 'more than 10',
        askedAt: '2026-03-14T11:30:00.000Z',
        asksAgainAt: '2026-03-14T11:40:00.000Z',
        isHeldBack: false,
        usualAnswerMinutes: null,
        hotlineNumber: null,
      },
    },
    shows: 'Hidden since',
  },
]
