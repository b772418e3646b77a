/** The pages of the admin area in the order of the sidebar (spec §2), and the key that opens each after `g`. */
export const ADMIN_PAGES = [
  { path: '/admin/overview', name: 'Overview', key: 'o' },
  { path: '/admin/donors', name: 'Manage Donors', key: 'd' },
  { path: '/admin/requests', name: 'Manage Requests', key: 'r' },
  { path: '/admin/users', name: 'Manage Users', key: 'u' },
  { path: '/admin/reports', name: 'Reports', key: 'p' },
  { path: '/admin/audit-log', name: 'Audit Log', key: 'a' },
] as const
