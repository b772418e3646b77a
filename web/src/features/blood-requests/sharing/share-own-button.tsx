import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { ShareDialog } from './share-dialog.tsx'

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
      {isOpen && <ShareDialog bloodRequest={bloodRequest} onClose={() => setIsOpen(false)} />}
    </>
  )
}
