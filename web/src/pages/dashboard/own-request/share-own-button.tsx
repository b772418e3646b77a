import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { Suspense, useState } from 'react'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'

/** Loaded when it is asked for: the dashboard has more urgent parts. */
const ShareDialog = lazyPage(
  () => import('../../../features/blood-requests/sharing/share-dialog.tsx'),
  'ShareDialog',
)

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading. */
  describedBy?: string | undefined
}

/** Shares a request of one's own with anybody, by a public page. */
export function ShareOwnButton({ bloodRequest, describedBy }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog bloodRequest={bloodRequest} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
