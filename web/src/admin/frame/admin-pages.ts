import type { Overview } from '@blood-bank/contract/site/overview'

/** A page of the admin area, the key that opens it after `g`, and what waits there for an admin. */
type AdminPageEntry = {
  path: string
  name: string
  key: string
  toDo?: { countOf: (counts: Overview) => number; what: string }
}

/** The pages in the order of the sidebar (spec §2). */
export const ADMIN_PAGES: readonly AdminPageEntry[] = [
  { path: '/admin/overview', name: 'Overview', key: 'o' },
  {
    path: '/admin/donors',
    name: 'Manage Donors',
    key: 'd',
    toDo: { countOf: counts => counts.donorsToVerify, what: 'to verify' },
  },
  {
    path: '/admin/requests',
    name: 'Manage Requests',
    key: 'r',
    toDo: { countOf: counts => counts.requestsWithoutOffer, what: 'without an offer for an hour' },
  },
  { path: '/admin/users', name: 'Manage Users', key: 'u' },
  {
    path: '/admin/reports',
    name: 'Reports',
    key: 'p',
    toDo: { countOf: counts => counts.reportsWaiting.total, what: 'to decide' },
  },
  { path: '/admin/audit-log', name: 'Audit Log', key: 'a' },
]
