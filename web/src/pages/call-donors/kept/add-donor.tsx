import { Suspense, useState } from 'react'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'

/** Loaded when it is asked for. */
const KeptDonorDialog = lazyPage(() => import('./kept-donor-dialog.tsx'), 'KeptDonorDialog')

/** Adds a donor. The open dialog stays when the right to do so ends. */
export function AddDonor({ isAllowed }: { isAllowed: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [added, setAdded] = useState('')
  const open = () => {
    setAdded('')
    setIsOpen(true)
  }
  return (
    <>
      {isAllowed && (
        <Stack row>
          <Button onClick={open}>Add a donor</Button>
          <p role="status">{added}</p>
        </Stack>
      )}
      {isOpen && (
        <Suspense>
          <KeptDonorDialog donor={null} onAdded={setAdded} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
