import { Suspense } from 'react'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import type { Changes } from './use-changes.ts'

/** Loaded on demand: dialogs are large. */
const ConfirmChange = lazyPage(() => import('./confirm-change.tsx'), 'ConfirmChange')

/** Asks for confirmation of a change (`useChanges`). */
export const ChangeDialog = ({ changes }: { changes: Changes }) =>
  changes.asked && (
    <Suspense>
      <ConfirmChange changes={changes} />
    </Suspense>
  )
