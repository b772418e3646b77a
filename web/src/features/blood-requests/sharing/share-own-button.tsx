import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { Suspense, useState } from 'react'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'

/** Loaded on demand: dialogs are large. */
const ShareDialog = lazyPage(() => import('./share-dialog.tsx'), 'ShareDialog')

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading. */
  describedBy?: string | undefined
  /** Told when the dialog opens and closes. */
  onOpenChange?: ((isOpen: boolean) => void) | undefined
}

/** Shares a request of one's own with anybody, by a public page. */
export function ShareOwnButton({ bloodRequest, describedBy, onOpenChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const change = (opens: boolean) => {
    setIsOpen(opens)
    onOpenChange?.(opens)
  }
  return (
    <>
      <Button aria-describedby={describedBy} onClick={() => change(true)}>
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog bloodRequest={bloodRequest} onClose={() => change(false)} />
        </Suspense>
      )}
    </>
  )
}
