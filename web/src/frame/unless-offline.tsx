import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { lazyPage } from '../ui/browser/lazy-page.tsx'
import { useIsOffline } from './connection.ts'
import { Layout } from './layout.tsx'

const OfflinePage = lazyPage(() => import('./offline-page.tsx'), 'OfflinePage')

/**
 * Renders the pages or, on a device with the service worker, what is saved there while the session can't be fetched. The
 * URL stays, so that the requested page is shown when the connection is back.
 */
export const UnlessOffline = ({ children }: { children: ReactNode }) =>
  useIsOffline() ? (
    <Routes>
      <Route element={<Layout />}>
        <Route path="*" element={<OfflinePage />} />
      </Route>
    </Routes>
  ) : (
    children
  )
