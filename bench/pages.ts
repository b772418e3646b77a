/** A page that Lighthouse visits, and as whom. */
export type Page = { path: string; as: 'visitor' | 'member' | 'admin' }

/** The public page of a blood request, which search engines may not find. */
export const SHARED_PAGE = `/r/${'0'.repeat(26)}`

const openedBy = (as: Page['as'], ...paths: string[]): Page[] => paths.map(path => ({ path, as }))

export const PAGES = [
  ...openedBy('visitor', '/', '/privacy', '/help', SHARED_PAGE),
  ...openedBy('member', '/find-donors', '/view-requests', '/dashboard', '/post-request', '/register-donor'),
  ...openedBy('member', '/edit-donor-profile', '/account'),
  ...openedBy('admin', '/admin/overview', '/admin/donors', '/admin/requests', '/admin/users'),
  ...openedBy('admin', '/admin/reports', '/admin/audit-log'),
]

/** @throws if Lighthouse does not visit it */
export function pageOf(path: string): Page {
  const page = PAGES.find(page => page.path === path)
  if (!page) throw new Error(`Lighthouse visits ${PAGES.map(({ path }) => path).join(', ')}, not ${path}.`)
  return page
}
