import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { Suspense, useState } from 'react'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { maySend, sendText } from './share.ts'
import { shareText } from './share-text.ts'

/** Loaded on demand: dialogs are large. */
const ShareDialog = lazyPage(() => import('./share-dialog.tsx'), 'ShareDialog')

type Props = {
  bloodRequest: BloodRequest
  isOwn: boolean
  /** Id of the request's heading. */
  describedBy: string
}

/** Shares a request: its owner with anybody by a public page, others with members. */
export function ShareButton({ bloodRequest, isOwn, describedBy }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOwn && !maySend()) return null
  const share = () =>
    isOwn ? setIsOpen(true) : void sendText(shareText(bloodRequest, window.location.origin))
  return (
    <>
      <Button aria-describedby={describedBy} onClick={share}>
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
