import { Suspense } from 'react'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import type { AskedChange, Changes } from './use-changes.ts'

/** Loaded on demand: dialogs are large. */
const ConfirmDialog = lazyPage(() => import('../../ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

type Props<T extends { id: string }> = {
  changes: Changes<T, AskedChange<T>>
  /** Where the focus goes after confirming, as the pressed button may be gone. */
  focusAfter: (record: T) => HTMLElement | null
}

/** Asks for confirmation of a change. */
export function ChangeDialog<T extends { id: string }>({ changes, focusAfter }: Props<T>) {
  const { asked } = changes
  if (!asked) return null
  return (
    <Suspense>
      <ConfirmDialog
        isOpen={changes.isAsking}
        title={asked.question}
        confirm={asked.yes}
        keep="Cancel"
        onConfirm={() => changes.confirm(asked)}
        onClose={changes.cancel}
        focusAfter={() => (changes.isConfirmed ? focusAfter(asked.record) : null)}
      >
        <p>{asked.consequence}</p>
      </ConfirmDialog>
    </Suspense>
  )
}
