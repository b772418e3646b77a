import type { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'
import { useState } from 'react'
import { isRefusal } from '../../api/refusal.ts'
import { useConfirmation } from '../../ui/dialogs/use-confirmation.ts'

/** Asks whether another request is meant, although an active one looks the same. */
export type SimilarRequestQuestion = {
  bloodRequest: BloodRequestForm
  /** Posts it. */
  onYes: () => void
  onNo: () => void
}

/** Asks before somebody posts a request that looks like an active one of their own. */
export function useSimilarRequestQuestion() {
  const [asked, setAsked] = useState<BloodRequestForm | null>(null)
  const { isOpen, ask, confirm, cancel, close } = useConfirmation()
  return {
    question: isOpen && asked ? { bloodRequest: asked, onYes: confirm, onNo: cancel } : null,
    /** Posts a request, again if the person means another one. @throws the refusal if they don't */
    async askIfRefused<T>(
      post: (bloodRequest: BloodRequestForm) => Promise<T>,
      bloodRequest: BloodRequestForm,
    ): Promise<T> {
      try {
        return await post(bloodRequest)
      } catch (error) {
        if (!isRefusal(error, 'similar-request-active')) throw error
        setAsked(bloodRequest)
        if (!(await ask())) throw error
        close()
        return post({ ...bloodRequest, isAnotherRequest: true })
      }
    },
  }
}
