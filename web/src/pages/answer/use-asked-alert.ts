import {
  type AskedAlert,
  acceptAlert,
  declineAlert,
  readAskedAlert,
  sayOnTheWayByAlert,
} from '@blood-bank/contract/alerts/answers'
import type { OnTheWay } from '@blood-bank/contract/offers/endpoints'
import { OUTDATED_ALERT } from '@blood-bank/contract/refusals/alerts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/refusal.ts'

/** What only the donor knows. */
export type Proof = { digits: string } | { universityId: string }

/** @param shownBefore what was shown before a reload to a donor who had proved to be the one who was asked */
const askedAlertQuery = (token: string, shownBefore: AskedAlert['ownOffer']) =>
  queryOptions({
    queryKey: ['asked-alert', token],
    queryFn: async ({ client, queryKey, signal }): Promise<AskedAlert> => {
      const read = await call(readAskedAlert, { body: { token } }, { signal })
      const shown = client.getQueryData<AskedAlert>(queryKey)
      const known = shown ? shown.ownOffer : shownBefore
      // Whoever has proved to be the donor keeps what was shown then, also after coming back from a call.
      return read.answer === 'yes' && read.ownOffer === null ? { ...read, ownOffer: known } : read
    },
  })

/** Reads what the alert of a link asks, and sends the donor's answers. */
export function useAskedAlert(token: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const query = askedAlertQuery(token, state?.ownOffer ?? null)
  const alert = useQuery(query)
  const proof = useRef<Proof | undefined>(state?.proof)
  function store(answered: AskedAlert) {
    client.setQueryData(query.queryKey, answered)
    // For a reload of this tab. Where no proof was needed, the server decides again what to show.
    const kept = proof.current && { proof: proof.current, ownOffer: answered.ownOffer }
    void navigate(pathname + search, { replace: true, state: { token, ...kept } })
  }
  const onError = (error: Error) => {
    if (isRefusal(error, 'offer-settled', ...OUTDATED_ALERT)) void client.invalidateQueries(query)
  }
  const declining = useMutation({
    mutationFn: () => call(declineAlert, { body: { token } }),
    onSuccess: store,
    onError,
  })
  const accepting = useMutation({
    /** @param proof undefined where the server knows the browser as the donor's */
    mutationFn: (proof: Proof | undefined) => call(acceptAlert, { body: { token, ...proof } }),
    onSuccess: (answered, given) => {
      proof.current = given
      store(answered)
    },
    onError,
  })
  const arriving = useMutation({
    mutationFn: (minutes: OnTheWay['minutes']) =>
      call(sayOnTheWayByAlert, { body: { token, minutes, ...proof.current } }),
    onSuccess: store,
    onError,
  })
  return { alert, accepting, declining, arriving }
}

export type Answering = ReturnType<typeof useAskedAlert>
