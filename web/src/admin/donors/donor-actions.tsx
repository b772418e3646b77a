import type { DonorRecord } from '@blood-bank/contract/donors/administration'
import { useEffect, useRef, useState } from 'react'
import { useActor } from '../../session/session.ts'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { RowActions } from '../listing/table/row-actions.tsx'
import { useStandingOfferOf } from './donations/queries.ts'
import { FLAGS, type FlagEvents, useFlag } from './flags.ts'

type Props = FlagEvents & {
  donor: DonorRecord
  /** Id of the donor's name, as the buttons of all donors have the same labels. */
  describedBy: string
}

/** The shortcut that verifies the donor of the focused row (`useRowNavigation`). */
export const VERIFY_KEY = 'v'

/** Verifying a donor and taking it back, and activating; deactivating has consequences, and is in the menu. */
export function DonorActions({ donor, describedBy, ...events }: Props) {
  const verification = useFlag(donor, 'isVerified', events)
  const activation = useFlag(donor, 'isProfileActive', events)
  const [isAsking, setIsAsking] = useState(false)
  const { isVerified, isProfileActive } = donor
  const actions = useRef<HTMLDivElement>(null)
  const wasActivated = useRef(false)
  // The pressed button is gone. Somebody who goes on stays where they are.
  useEffect(() => {
    if (isProfileActive && wasActivated.current && isFocusLost())
      actions.current?.querySelector('button')?.focus({ preventScroll: true })
    wasActivated.current = false
  }, [isProfileActive])
  return (
    <>
      <RowActions
        ref={actions}
        describedBy={describedBy}
        entries={[
          ...(isProfileActive
            ? [{ label: FLAGS.isProfileActive.buttons.false, onSelect: () => setIsAsking(true) }]
            : []),
          { label: 'Audit log', to: `/admin/audit-log?record=${donor.id}` },
        ]}
      >
        <Button
          isBusy={verification.isPending}
          aria-describedby={describedBy}
          data-key={isVerified ? undefined : VERIFY_KEY}
          // The button stays: the second click of a double click would take it back.
          onClick={({ detail }) => detail < 2 && verification.set(!isVerified)}
        >
          {FLAGS.isVerified.buttons[`${!isVerified}`]}
        </Button>
        {!isProfileActive && (
          <Button
            isBusy={activation.isPending}
            aria-describedby={describedBy}
            onClick={({ currentTarget }) => {
              wasActivated.current = currentTarget === document.activeElement
              activation.set(true)
            }}
          >
            {FLAGS.isProfileActive.buttons.true}
          </Button>
        )}
      </RowActions>
      {isAsking && (
        <DeactivationDialog
          donor={donor}
          onConfirm={() => {
            setIsAsking(false)
            activation.set(false)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

type DeactivationDialogProps = { donor: DonorRecord; onConfirm: () => void; onClose: () => void }

/** Asks before a profile is made inactive, and says what follows for this donor. */
function DeactivationDialog({ donor, onConfirm, onClose }: DeactivationDialogProps) {
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
