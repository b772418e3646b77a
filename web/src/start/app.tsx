import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { memo, Suspense, useEffect, useState } from 'react'
import { type Location, useLocation, useNavigate, useRoutes } from 'react-router'
import { site } from '../api/site.ts'
import { useNumberedHistory } from '../forms/history-guard.ts'
import { ConnectionBar } from '../frame/connection-bar.tsx'
import { UnlessOffline } from '../frame/unless-offline.tsx'
import { PresumedSession, type StoredSession } from '../session/session.ts'
import { followOtherTabs } from '../session/session-changes.ts'
import { AfterHydration, useIsHydrated } from '../ui/browser/after-hydration.tsx'
import { lazyPart } from '../ui/browser/lazy-page.tsx'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { PageFrame } from '../ui/layout/page-frame.tsx'
import { ProgressLine } from './progress-line.tsx'
import { ROUTES } from './routes.tsx'

/** Loaded later: no page needs it at first. */
const Background = lazyPart(async () => (await import('./background.tsx')).Background)

type Props = {
  queryClient: QueryClient
  /** The session for which the build rendered the page. */
  presumed?: StoredSession | undefined
  /** The path of the page that the build rendered and the browser hydrates. */
  builtPath?: string | undefined
}

/** The whole site. Rendered inside a router. */
export function App({ queryClient, presumed, builtPath }: Props) {
  useEffect(() => followOtherTabs(queryClient), [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <ProgressLine />
      <PageFrame brandName={site.brandName} contactUrl={site.contactUrl}>
        <PresumedSession value={presumed}>
          <UnlessOffline>
            <Pages builtPath={builtPath} />
          </UnlessOffline>
        </PresumedSession>
      </PageFrame>
      <AfterHydration>
        <Toaster />
        <ConnectionBar />
        <Suspense>
          <Background />
        </Suspense>
      </AfterHydration>
    </QueryClientProvider>
  )
}

function Pages({ builtPath }: Pick<Props, 'builtPath'>) {
  useNumberedHistory()
  return <PageAt location={useShownLocation(builtPath)} />
}

/** Memoised, because finding the page of a location takes a phone several milliseconds. */
const PageAt = memo(({ location }: { location: Partial<Location> }) => useRoutes(ROUTES, location))

/**
 * The location whose page is shown: that of the router, except while a page of the build is hydrated, which must render as it
 * was built. Then it has no state, and where the build followed a redirect, as of visitors to the sign-in page, the page is
 * shown to which that leads; the router follows after that.
 */
function useShownLocation(builtPath: string | undefined): Partial<Location> {
  const location = useLocation()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const [first] = useState(location)
  const isAsBuilt = builtPath !== undefined && location.key === first.key
  const isWaiting = isAsBuilt && location.pathname !== builtPath
  useEffect(() => {
    if (isWaiting) void navigate(builtPath, { replace: true, state: { from: first } })
  }, [isWaiting, builtPath, first, navigate])
  if (isWaiting) return { pathname: builtPath, state: { from: first } }
  return isAsBuilt && !isHydrated && location.state !== null ? { ...location, state: null } : location
}
