import { type QueryClient, QueryClientProvider, useIsFetching, useIsMutating } from '@tanstack/react-query'
import { memo, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type Location, Route, Routes, useLocation, useNavigate, useRoutes } from 'react-router'
import { site } from '../api/site.ts'
import { useNumberedHistory } from '../forms/history-guard.ts'
import { useIsOffline } from '../frame/connection.ts'
import { ConnectionBar } from '../frame/connection-bar.tsx'
import { Layout } from '../frame/layout.tsx'
import type { SentPage } from '../session/sent-page.ts'
import { followOtherTabs } from '../session/session-changes.ts'
import { AfterHydration, useIsHydrated } from '../ui/browser/after-hydration.tsx'
import { lazyPage, lazyPart } from '../ui/browser/lazy-page.tsx'
import { PageFrame } from '../ui/layout/page-frame.tsx'
import styles from './app.module.css'
import { ROUTES } from './routes.tsx'

/** Loaded later: no page needs it at first. */
const Background = lazyPart(async () => (await import('./background.tsx')).Background)

type Props = {
  queryClient: QueryClient
  /** What came with the page that the server has rendered and the browser takes over. */
  sent?: SentPage | null
}

/** The whole site. Rendered inside a router. */
export function App({ queryClient, sent = null }: Props) {
  useEffect(() => followOtherTabs(queryClient), [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <ProgressLine />
      <PageFrame brandName={site.brandName} contactUrl={site.contactUrl}>
        <UnlessOffline>
          <Pages sent={sent} />
        </UnlessOffline>
      </PageFrame>
      <AfterHydration>
        <ConnectionBar />
        <Suspense>
          <Background />
        </Suspense>
      </AfterHydration>
    </QueryClientProvider>
  )
}

function Pages({ sent }: Required<Pick<Props, 'sent'>>) {
  useNumberedHistory()
  return <PageAt location={useShownLocation(sent)} />
}

/** Memoised, because finding the page of a location takes a phone several milliseconds. */
const PageAt = memo(({ location }: { location: Partial<Location> }) => useRoutes(ROUTES, location))

/**
 * The location whose page is shown: that of the router, except while a rendered page is taken over, which must render as it
 * was sent. The server knows neither hash nor state, and where it followed a redirect, as of visitors to the sign-in page,
 * the page is shown to which that leads; the router follows after that.
 */
function useShownLocation(sent: SentPage | null): Partial<Location> {
  const location = useLocation()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  const [first] = useState(location)
  const isFirst = sent !== null && location.key === first.key
  const isLed = isFirst && location.pathname !== sent.shows
  useEffect(() => {
    if (isLed) void navigate(sent.shows, { replace: true, state: { from: first } })
  }, [isLed, sent, first, navigate])
  if (isLed)
    return { pathname: sent.shows, state: { from: isHydrated ? first : { pathname: first.pathname } } }
  const isAsSent = location.state === null && location.hash === '' && location.search === sent?.search
  return isFirst && !isHydrated && !isAsSent
    ? { ...location, search: sent.search, hash: '', state: null }
    : location
}

/** A line along the top of the window while waiting for the server, once that takes longer than a second. */
function ProgressLine() {
  const isWaiting = useIsFetching() + useIsMutating() > 0
  return isWaiting && <div className={styles.line} role="progressbar" aria-label="Waiting for the server" />
}

const OfflinePage = lazyPage(() => import('../frame/offline-page.tsx'), 'OfflinePage')

/**
 * Renders the pages or, on a device with the service worker, what is saved there while the session can't be fetched. The
 * URL stays, so that the requested page is shown when the connection is back.
 */
const UnlessOffline = ({ children }: { children: ReactNode }) =>
  useIsOffline() ? (
    <Routes>
      <Route element={<Layout />}>
        <Route path="*" element={<OfflinePage />} />
      </Route>
    </Routes>
  ) : (
    children
  )
