import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useRoutes } from 'react-router'
import { site } from '../api/site.ts'
import { UnlessOffline } from '../frame/unless-offline.tsx'
import { PresumedSession, sessionQuery } from '../session/session.ts'
import { followOtherTabs } from '../session/session-changes.ts'
import { AfterHydration } from '../ui/browser/after-hydration.tsx'
import { lazyPart } from '../ui/browser/lazy-page.tsx'
import { PageFrame } from '../ui/layout/page-frame.tsx'
import { ProgressLine } from './progress-line.tsx'
import { ROUTES } from './routes.tsx'

/** Loaded later: no page needs it at first. */
const Background = lazyPart(async () => (await import('./background.tsx')).Background)

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
          <Background />
        </Suspense>
      </AfterHydration>
    </QueryClientProvider>
  )
}

const Pages = () => useRoutes(ROUTES)
