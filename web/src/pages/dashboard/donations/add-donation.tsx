import { Suspense, useState } from 'react'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Announcement } from '../../../ui/feedback/announcement.tsx'

const AddDonationDialog = lazyPage(() => import('./add-donation-dialog.tsx'), 'AddDonationDialog')

/** Id of the button, which takes the focus when the last donation is gone. */
export const ADD_DONATION_ID = 'add-donation'

/** The button with which a donor adds a donation that was given elsewhere. */
export function AddDonation() {
  const [isAdding, setIsAdding] = useState(false)
  const [isAdded, setIsAdded] = useState(false)
  const ask = () => {
    setIsAdded(false)
    setIsAdding(true)
  }
  return (
    <>
      <Button id={ADD_DONATION_ID} onClick={ask}>
        Add a donation
      </Button>
      <Announcement>{isAdded ? 'Your donation was added.' : null}</Announcement>
      {isAdding && (
        <Suspense>
          <AddDonationDialog onAdded={() => setIsAdded(true)} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
