import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useRoutes } from 'react-router'
import { site } from '../api/site.ts'
import { PresumedSession, sessionQuery, useSession } from '../session/session.ts'
import { followOtherTabs } from '../session/session-changes.ts'
import { AfterHydration } from '../ui/browser/after-hydration.tsx'
import { lazyPart } from '../ui/browser/lazy-page.tsx'
import { PageFrame } from '../ui/layout/page-frame.tsx'
import { ProgressLine } from './progress-line.tsx'
import { ROUTES } from './routes.tsx'
import { UnlessOffline } from './unless-offline.tsx'

/** Loaded later: there are no toasts before the first action. */
const Toaster = lazyPart(async () => (await import('../ui/feedback/toaster.tsx')).Toaster)
/** Loaded later: the page fetches its lists by itself at first. */
const LiveUpdates = lazyPart(async () => (await import('../live/live-updates.tsx')).LiveUpdates)
/** Loaded only where the operator configured it. */
const TokenSync = lazyPart(async () => (await import('../session/token-sync.ts')).TokenSync)

/** The whole site. Rendered inside a router. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  const [presumed] = useState(() => queryClient.getQueryData(sessionQuery.queryKey))
  useEffect(() => followOtherTabs(queryClient), [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <ProgressLine />
      <PageFrame brandName={site.brandName}>
        <PresumedSession value={presumed}>
          <UnlessOffline>
            <Pages />
          </UnlessOffline>
        </PresumedSession>
      </PageFrame>
      <AfterHydration>
        <Suspense>
          <Toaster />
        </Suspense>
        <Suspense>
          <LiveWhileSignedIn />
        </Suspense>
        <Suspense>{site.tokenSync && <TokenSync receiver={site.tokenSync} />}</Suspense>
      </AfterHydration>
    </QueryClientProvider>
  )
}

/** Starts again when the account changes: a stream shows what its owner may see. */
function LiveWhileSignedIn() {
  const user = useSession().data?.user
  return user?.id ? <LiveUpdates key={`${user.id} ${user.role}`} personId={user.id} /> : null
}

const Pages = () => useRoutes(ROUTES)
