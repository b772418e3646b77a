import { Suspense, useState } from 'react'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'

const AddDonationDialog = lazyPage(() => import('./add-donation-dialog.tsx'), 'AddDonationDialog')

/** Id of the button, which takes the focus when the last donation is gone. */
export const ADD_DONATION_ID = 'add-donation'

/** The button with which a donor adds a donation that was given elsewhere. */
export function AddDonation() {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <Button id={ADD_DONATION_ID} onClick={() => setIsAdding(true)}>
        Add a donation
      </Button>
      {isAdding && (
        <Suspense>
          <AddDonationDialog onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
