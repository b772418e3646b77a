import type { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'
import { useEffect, useRef, useState } from 'react'
import { isRefusal } from '../../api/refusal.ts'

/** Asks whether another request is meant, although an active one looks the same. */
export type SimilarRequestQuestion = {
  bloodRequest: BloodRequestForm
  /** Posts it. */
  onYes: () => void
  onNo: () => void
}

/**
 * Asks before somebody posts a request that looks like an active one of their own. Leaving the page answers no: a mutation
 * that waited for ever would hold back the live updates.
 */
export function useSimilarRequestQuestion() {
  const [question, setQuestion] = useState<SimilarRequestQuestion | null>(null)
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])

  const ask = (bloodRequest: BloodRequestForm) =>
    new Promise<boolean>(resolve => {
      const answerWith = (answer: boolean) => () => {
        setQuestion(null)
        resolve(answer)
      }
      cancel.current = () => resolve(false)
      setQuestion({ bloodRequest, onYes: answerWith(true), onNo: answerWith(false) })
    })

  return {
    question,
    /** Posts a request, again if the person means another one. @throws the refusal if they don't */
    async askIfRefused<T>(
      post: (bloodRequest: BloodRequestForm) => Promise<T>,
      bloodRequest: BloodRequestForm,
    ): Promise<T> {
      try {
        return await post(bloodRequest)
      } catch (error) {
        if (!isRefusal(error, 'similar-request-active') || !(await ask(bloodRequest))) throw error
        return post({ ...bloodRequest, isAnotherRequest: true })
      }
    },
  }
}
