import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'

/** Whether the actor corrects a mistyped address, and the button that begins it. Cancelling returns the focus to it. */
export function useAddressCorrection() {
  const [step, setStep] = useState<'offered' | 'begun' | 'cancelled'>('offered')
  return {
    isCorrecting: step === 'begun',
    button: (
      <Button variant="quiet" autoFocus={step === 'cancelled'} onClick={() => setStep('begun')}>
        Wrong address?
      </Button>
    ),
    cancel: () => setStep('cancelled'),
  }
}
