import { Suspense, useEffect } from 'react'
import { site } from '../api/site.ts'
import { useSessionQuery } from '../session/session.ts'
import { lazyPart } from '../ui/browser/lazy-page.tsx'

/** Loaded only for members: the page fetches its lists by itself at first. */
const LiveUpdates = lazyPart(async () => (await import('../session/live/live-updates.tsx')).LiveUpdates)
/** Loaded only where the operator configured it. */
const TokenSender = lazyPart(async () => (await import('../session/token-sync.ts')).TokenSender)

/** What runs beside every page, and is loaded after it: live updates, the scripts of other pages. */
export function Background() {
  const session = useSessionQuery().data
  const user = session?.kind === 'known' ? session.user : null
  const viewer = user ? 'member' : session?.kind === 'none' ? 'visitor' : null
  useEffect(() => (viewer ? prefetchPages(MAIN_PAGES[viewer]) : undefined), [viewer])
  return (
    <>
      <Suspense>
        {/* Starts again when the account changes: a stream shows what its owner may see. */}
        {user && <LiveUpdates key={`${user.id} ${user.role}`} personId={user.id} />}
      </Suspense>
      <Suspense>{site.tokenSync && <TokenSender receiver={site.tokenSync} />}</Suspense>
    </>
  )
}

type Load = () => Promise<unknown>

/** The pages that people go to most: they work without a connection, too. */
const MAIN_PAGES: Record<'member' | 'visitor', Load[]> = {
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
