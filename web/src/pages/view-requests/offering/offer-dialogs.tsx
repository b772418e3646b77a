import { hospitalTests, howGiven } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { type OwnOffer, offerToDonate } from '@blood-bank/contract/offers/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isRefused } from '../../../api/explain-failure.ts'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { isRefusal } from '../../../api/refusal.ts'
import { FitToGive } from '../../../features/donors/fit-to-give.tsx'
import { Arrival, thanksFor } from '../../../features/offers/arrival.tsx'
import { OWN_OFFERS, useSayingOnTheWay } from '../../../features/offers/queries.ts'
import { withdrawal } from '../../../features/offers/withdrawal.ts'
import { ChangeDialog } from '../../../lists/changes/change-dialog.tsx'
import { outcomeNoticeOf } from '../../../lists/changes/outcome-notice.tsx'
import { type AskedChange, type Changes, useChanges } from '../../../lists/changes/use-changes.ts'
import { addToCachedList } from '../../../lists/records.ts'
import { refreshRecords } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Facts } from '../../../ui/records/facts.tsx'

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

type Props = {
  offering: ReturnType<typeof useOffering>
  /** The actor's profile; undefined if it isn't known yet. */
  donor: Donor | null | undefined
}

export function OfferDialogs({ standingOffer, ...props }: Props & { standingOffer: OwnOffer | null }) {
  const changes = useChanges<OwnOffer, AskedChange<OwnOffer>>({
    queryKey: OWN_OFFERS,
    refresh: refreshRecords,
  })
  return (
    <>
      <OfferDialog {...props} />
      {standingOffer && <OfferedDialog {...props} offer={standingOffer} changes={changes} />}
      <ChangeDialog changes={changes} focusAfter={() => null} />
    </>
  )
}

/** Says who will see the donor's name and number, and for how long, before the donor offers (consent). */
function OfferDialog({ offering, donor }: Props) {
  const { asked, error } = offering
  if (!asked) return null
  const { bloodRequest, headingId } = asked
  return (
    <ConfirmDialog
      isOpen={offering.isOpen}
      title="Offer to donate?"
      confirm="Yes, I can donate"
      keep="Not now"
      variant="primary"
      isBusy={offering.isSending}
      onConfirm={offering.confirm}
      onClose={offering.close}
      // The card is gone when the request was closed.
      focusAfter={() => (document.getElementById(headingId) ? null : document.querySelector('h1'))}
    >
      <Stack>
        <p>
          {`The member who posted this (contact: ${bloodRequest.contactPerson}) will see your name and number until the request closes or you can't come. Never pay or accept money for blood.`}
        </p>
        <Facts
          facts={{
            Platelets: howGiven(bloodRequest),
            'Patient Name': bloodRequest.patientName,
            Hospital: bloodRequest.hospitalName,
            'Your number': donor?.contactNumber ?? null,
          }}
        />
        <p>
          <FitToGive />
        </p>
        <p>{hospitalTests(bloodRequest)}</p>
        <MutationNotice of={{ error, reset: offering.dismissError }} />
        {isRefusal(error, 'platelets-not-chosen') && <Link to="/account#alerts">Alert settings</Link>}
      </Stack>
    </ConfirmDialog>
  )
}

type OfferedProps = Props & { offer: OwnOffer; changes: Changes<OwnOffer, AskedChange<OwnOffer>> }

/** What a donor does next who has just offered. My Offers shows the same later. */
function OfferedDialog({ offering, offer, donor, changes }: OfferedProps) {
  const saying = useSayingOnTheWay(offer)
  const { asked } = offering
  return (
    <Dialog
      isOpen={offering.offeredId === offer.id}
      title={thanksFor(donor?.fullName)}
      onClose={offering.close}
      // The pressed button is gone, and the card if the request was closed meanwhile.
      focusAfter={() => (asked && document.getElementById(asked.headingId)) ?? document.querySelector('h1')}
    >
      <Arrival offer={offer} saying={saying} />
      <SmallPrint>
        {`${offer.contact?.contactPerson ?? 'The member who posted this'} can see your name and number until the request closes or you can't come. You find this on your dashboard, too.`}
      </SmallPrint>
      {outcomeNoticeOf(changes, offer.id)}
      <Stack row>
        <Button onClick={offering.close}>Close</Button>
        <Button variant="quiet" onClick={() => changes.ask(withdrawal(offer))}>
          I can't come
        </Button>
      </Stack>
    </Dialog>
  )
}
