import { type ReactNode, Suspense, useState } from 'react'
import { Route, Routes } from 'react-router'
import { lazyPage, lazyPart } from '../ui/browser/lazy-page.tsx'
import { Layout } from './layout.tsx'
import { useIsOffline } from './use-is-offline.ts'

const OfflinePage = lazyPage(() => import('./offline-page.tsx'), 'OfflinePage')
const BackOnlineNotice = lazyPart(async () => (await import('./back-online-notice.tsx')).BackOnlineNotice)

/**
 * Renders the pages or, on a device with the service worker, the offline page while the session can't be fetched. The URL
 * stays, so that the requested page is shown when the connection is back.
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
          <BackOnlineNotice onDismiss={() => setWasOffline(false)} />
        </Suspense>
      )}
    </>
  )
}
