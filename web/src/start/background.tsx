import { Suspense, useEffect } from 'react'
import { site } from '../api/site.ts'
import { useSessionQuery } from '../session/session.ts'
import { lazyPart } from '../ui/browser/lazy-page.tsx'
import { MAIN_PAGES, prefetchPages } from './prefetch-pages.ts'

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
