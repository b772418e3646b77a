import { chooseThankYou } from '@blood-bank/contract/thanks/endpoints'
import type { ThankYou } from '@blood-bank/contract/thanks/sentences'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { isRefused } from '../../../../api/explain-failure.ts'
import { refreshBloodRequests } from '../../../../features/blood-requests/queries.ts'

/**
 * Chooses a sentence for the donors of a request, or none (null). `onDone` is called with what the request's card doesn't
 * say afterwards. The list is fetched again before it is done, also after a
 * refusal: then the page shows an outdated state.
 */
export function useChooseThankYou(id: string, { onDone }: { onDone: (said: string | null) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sentence: ThankYou | null) => call(chooseThankYou, { params: { id }, body: { sentence } }),
    onSuccess: async (_, sentence) => {
      await refreshBloodRequests(client)
      onDone(sentence ? null : 'No thank-you will be sent.')
    },
    onError: async error => {
      if (!isRefused(error)) return
      await refreshBloodRequests(client)
      onDone(error.message)
    },
  })
}
