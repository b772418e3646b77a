import type { ReplyOf } from '@blood-bank/contract/endpoint'
import { callDonor, type DonorToCall } from '@blood-bank/contract/kept-donors/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'
import { CallNamed } from '../../ui/phone/call-named.tsx'
import styles from './donor-card.module.css'
import { refreshDonorsToCall } from './queries.ts'

/** For a number that did not arrive. */
export const NOT_SHOWN = 'The number could not be shown. Please try again.'

/** Asks for the number of a donor, and dials it once the card, whose ref is `card`, shows it. */
export function useCalling({ id, kind }: DonorToCall, bloodRequestId: string | null) {
  const client = useQueryClient()
  const card = useRef<HTMLElement>(null)
  const calling = useMutation({
    meta: { keepsPlaces: true },
    mutationFn: () => call(callDonor, { params: { kind, id }, body: { bloodRequestId } }),
    onSuccess: () => void refreshDonorsToCall(client),
    // A refusal means that this page shows an outdated state.
    onError: error => void (isRefused(error) && refreshDonorsToCall(client)),
  })
  const shown = calling.data
  useEffect(() => {
    if (!shown) return
    // What came of the call, and the next donor, are below it.
    card.current?.scrollIntoView({ block: 'start' })
    const link = card.current?.querySelector<HTMLElement>('a[href^="tel:"]')
    link?.focus({ preventScroll: true })
    link?.click()
  }, [shown])
  return { card, calling, shown }
}

type Props = { fullName: string; shown: ReplyOf<typeof callDonor>; isPrimary?: boolean }

/** The number that a call has shown, and whom to ask for: what they say first. */
export const ShownNumber = ({ fullName, shown, isPrimary = false }: Props) => (
  <div className={styles.number}>
    {shown.askFor && <p className={styles.askFor}>{`Ask for ${shown.askFor}.`}</p>}
    <CallNamed name={fullName} number={shown.contactNumber} variant={isPrimary ? 'primary' : 'secondary'} />
  </div>
)
