import type { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'
import { useState } from 'react'
import { isRefusal } from '../../api/refusal.ts'
import { useConfirmation } from '../../ui/dialogs/use-confirmation.ts'

/** The refusals that ask something, each with the field that says yes to it. */
const FIELDS = {
  'similar-request-active': 'isAnotherRequest',
  'hospital-has-patient-name': 'isHospitalName',
} as const satisfies Record<string, keyof BloodRequestForm>

type Asked = { code: keyof typeof FIELDS; message: string; bloodRequest: BloodRequestForm }

/** A question about a request that was refused. */
export type PostingQuestion = Asked & {
  /** Posts it. */
  onYes: () => void
  onNo: () => void
}

/** Asks before somebody posts a request that looks like an active one of their own, or names the patient as the hospital. */
export function usePostingQuestions() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { isOpen, ask, confirm, cancel, close } = useConfirmation()

  /** Posts a request, again after each yes. @throws the refusal after a no */
  async function askIfRefused<T>(
    post: (bloodRequest: BloodRequestForm) => Promise<T>,
    bloodRequest: BloodRequestForm,
    onYes: (field: (typeof FIELDS)[Asked['code']]) => void,
  ): Promise<T> {
    try {
      return await post(bloodRequest)
    } catch (error) {
      const code = (Object.keys(FIELDS) as Asked['code'][]).find(code => isRefusal(error, code))
      if (code === undefined || bloodRequest[FIELDS[code]]) throw error
      setAsked({ code, message: (error as Error).message, bloodRequest })
      if (!(await ask())) throw error
      close()
      onYes(FIELDS[code])
      return askIfRefused(post, { ...bloodRequest, [FIELDS[code]]: true }, onYes)
    }
  }

  return {
    question: isOpen && asked ? { ...asked, onYes: confirm, onNo: cancel } : null,
    askIfRefused,
  }
}
