import type { DonorRecord } from '@blood-bank/contract/donors/administration'
import { useActor } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useStandingOfferOf } from './donations/queries.ts'

type Props = { donor: DonorRecord; onConfirm: () => void; onClose: () => void }

/** Asks before a profile is made inactive, and says what follows for this donor. */
export function DeactivationDialog({ donor, onConfirm, onClose }: Props) {
  const offer = useStandingOfferOf(donor.id)
  return (
    <ConfirmDialog
      title={`Deactivate ${donor.fullName}?`}
      confirm="Deactivate"
      keep="Keep active"
      isBusy={offer.isPending && offer.fetchStatus === 'fetching'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>They no longer appear in searches, and we don't ask them to donate.</p>
      <p role="status">
        <Consequence donor={donor} offer={offer} />
      </p>
    </ConfirmDialog>
  )
}

function Consequence({ donor, offer }: { donor: DonorRecord; offer: ReturnType<typeof useStandingOfferOf> }) {
  const isOwn = useActor().id === donor.userId
  const { data, isError } = offer
  if (data && !isError) {
    const place = data.bloodRequest ? ` at ${data.bloodRequest.hospitalName}` : ''
    return <strong>{`The offer${place} is withdrawn, and both sides get an email.`}</strong>
  }
  return <span>{isError ? IF_OFFER_STANDS : data === undefined ? 'Loading...' : describeNoOffer(isOwn)}</span>
}

const IF_OFFER_STANDS = 'An open offer is withdrawn, and both sides get an email.'

// Nobody is told what they did themselves.
const describeNoOffer = (isOwn: boolean) =>
  isOwn ? 'You have no open offer.' : 'No open offer at the moment. The donor gets an email.'
