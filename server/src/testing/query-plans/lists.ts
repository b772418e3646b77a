/** Whose list it is: a member with requests, a donor with offers and donations, or an admin. */
type Viewer = 'member' | 'donor' | 'admin'

/** What people wait for: a description, who reads it, and its address. @param id of a request that the member has posted */
export const listsOf = (id: string): [string, Viewer, string][] => [
  ['donors of a group', 'member', '/api/donors?bloodGroup=B%2B'],
  ['donors of the other groups', 'member', '/api/donors/compatible?bloodGroup=AB%2B'],
  ['active requests', 'member', '/api/blood-requests'],
  ['active requests that a donor can give to', 'member', '/api/blood-requests?donorBloodGroup=A-'],
  ['own requests', 'member', '/api/blood-requests/mine'],
  ['a request', 'member', `/api/blood-requests/${id}`],
  ['offers for a request', 'member', `/api/blood-requests/${id}/offers`],
  ['alerts about a request', 'member', `/api/blood-requests/${id}/alerts`],
  ['own offers', 'donor', '/api/offers/mine'],
  ['own donations', 'donor', '/api/donations/mine'],
  ['who saw the own number', 'donor', '/api/accounts/mine/contact-reveals'],
  ['donors for admins', 'admin', '/api/admin/donors'],
  ['requests for admins', 'admin', '/api/admin/blood-requests'],
  ['users for admins', 'admin', '/api/admin/users?order=asc'],
  ['the audit log', 'admin', '/api/admin/audit-entries'],
  ['reports that wait', 'admin', '/api/admin/report-cases'],
]

/** Lists that an admin filters, searches or sorts, by their addresses. */
export const FILTERED_LISTS = [
  '/api/admin/donors?bloodGroup=AB-&isAvailable=true&sort=fullName',
  '/api/admin/donors?search=rahman&isVerified=true',
  '/api/admin/blood-requests?status=active&urgency=urgent',
  '/api/admin/blood-requests?search=anik.gomes',
  '/api/admin/users?role=admin&sort=email',
  '/api/admin/users?search=rahman',
  '/api/admin/audit-entries?action=suspended&from=2026-01-01',
  '/api/admin/report-cases?state=handled&subject=blood-request',
]
