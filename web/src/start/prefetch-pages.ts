type Load = () => Promise<unknown>

/** The pages that people go to most: they work without a connection, too. */
export const MAIN_PAGES: Record<'member' | 'visitor', Load[]> = {
  member: [
    () => import('../pages/dashboard/page.tsx'),
    () => import('../pages/find-donors/page.tsx'),
    () => import('../pages/view-requests/page.tsx'),
    () => import('../pages/post-request/page.tsx'),
    () => import('../pages/help/page.tsx'),
  ],
  visitor: [() => import('../pages/login/page.tsx'), () => import('../pages/register/page.tsx')],
}

/** Leaves the connection to the page that was opened. */
const START_MS = 3_000

/**
 * Fetches the scripts of pages one after the other while the browser is idle; none for people who save data or are on a
 * slow connection. Fetches no records, which would count against the limits of the account.
 * @returns a function that ends it
 */
export function prefetchPages(loads: Load[]): () => void {
  if (isDataScarce()) return () => {}
  let hasEnded = false
  async function fetchAll() {
    for (const load of loads) {
      await untilIdle()
      if (hasEnded) return
      await load()
    }
  }
  // A script that fails to load is requested again when its page is opened.
  const timer = setTimeout(() => fetchAll().catch(() => {}), START_MS)
  return () => {
    hasEnded = true
    clearTimeout(timer)
  }
}

/** Not in every browser. */
type Connection = { saveData?: boolean; effectiveType?: string }

function isDataScarce() {
  const { connection } = navigator as { connection?: Connection }
  return Boolean(connection?.saveData || connection?.effectiveType?.endsWith('2g'))
}

const untilIdle = () =>
  new Promise<void>(resolve => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve)
  })
