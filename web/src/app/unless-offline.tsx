import { type ReactNode, Suspense, useState } from 'react'
import { Route, Routes } from 'react-router'
import { lazyPage, lazyPart } from '../ui/browser/lazy-page.tsx'
import { Layout } from './layout/layout.tsx'
import { useIsOffline } from './layout/use-is-offline.ts'

const OfflinePage = lazyPage(() => import('../pages/offline.tsx'), 'OfflinePage')
const OnlineAgain = lazyPart(async () => (await import('../offline/online-again.tsx')).OnlineAgain)

/**
 * The pages, or, for those whose device keeps the list of requests, the offline page while no answer came to who
 * is signed in. The address stays, so that the page that was asked for follows when the line is back.
 */
export function UnlessOffline({ children }: { children: ReactNode }) {
  const isOffline = useIsOffline()
  const [wasOffline, setWasOffline] = useState(false)
  if (isOffline && !wasOffline) setWasOffline(true)
  if (isOffline)
    return (
      <Routes>
        <Route element={<Layout />}>
          <Route path="*" element={<OfflinePage />} />
        </Route>
      </Routes>
    )
  return (
    <>
      {children}
      {wasOffline && (
        <Suspense>
          <OnlineAgain onDismiss={() => setWasOffline(false)} />
        </Suspense>
      )}
    </>
  )
}
