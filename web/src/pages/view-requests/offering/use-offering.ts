import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { offerToDonate } from '@blood-bank/contract/offers/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isRefused } from '../../../api/explain-failure.ts'
import { OWN_OFFERS } from '../../../features/offers/queries.ts'
import { addToCachedList } from '../../../lists/records.ts'
import { refreshRecords } from '../../../session/session.ts'

/** A request for which the actor wants to offer, and the id of its heading. */
export type AskedOffer = { bloodRequest: BloodRequest; headingId: string }

/**
 * Offering to donate: asks for confirmation, and stays open until the server has replied, as it is consent to show a
 * number; then another dialog says what the donor does next. `asked` stays set after a dialog has closed, as the closing
 * dialog still shows it.
 */
export function useOffering() {
  const client = useQueryClient()
  const [asked, setAsked] = useState<AskedOffer | null>(null)
  const [stage, setStage] = useState<'asking' | 'sending' | 'closed' | 'done'>('closed')
  const sending = useMutation({
    mutationFn: (id: string) => call(offerToDonate, { params: { id } }),
    onSuccess: async offer => {
      // A pending response may still lack it.
      await client.cancelQueries({ queryKey: OWN_OFFERS })
      // It stands, so it is the first one.
      addToCachedList(client, OWN_OFFERS, offer)
      void refreshRecords(client)
      setStage('done')
    },
    onError: error => {
      setStage('asking')
      // A refusal means that this page shows an outdated state.
      if (isRefused(error)) void refreshRecords(client)
    },
  })
  const { reset } = sending

  // A stable function, so that the cards don't re-render.
  const ask = useCallback(
    (next: AskedOffer) => {
      reset()
      setAsked(next)
      setStage('asking')
    },
    [reset],
  )

  return {
    asked,
    isOpen: stage === 'asking' || stage === 'sending',
    isSending: stage === 'sending',
    /** Of the offer that was made, until its dialog is closed. */
    offeredId: stage === 'done' ? sending.data?.id : undefined,
    error: sending.error,
    ask,
    /** Once, also for a double click: React Query says a task later that the offer is being sent. */
    confirm: () => {
      if (!asked || stage !== 'asking') return
      setStage('sending')
      sending.mutate(asked.bloodRequest.id)
    },
    /** While the offer is being sent, the dialog stays: its error would have no place. */
    close: () => stage !== 'sending' && setStage('closed'),
    dismissError: reset,
  }
}
