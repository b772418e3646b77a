import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { useEffect, useRef, useState } from 'react'
import { useActor } from '../../session/session.ts'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { RowMenu } from '../../ui/menu/row-menu.tsx'
import { useStandingOfferOf } from './donations/queries.ts'
import styles from './donor-cells.module.css'
import { FLAGS, type FlagEvents, useFlag } from './flags.ts'

type Props = FlagEvents & {
  donor: DonorRecord
  /** Opens the donations of the donor. */
  onOpen: (donor: DonorRecord) => void
  /** Id of the donor's name, as the buttons of all donors have the same labels. */
  describedBy: string
}

/** The shortcut that verifies the donor of the focused row (`useRowNavigation`). */
export const VERIFY_KEY = 'v'

/** Verifying a donor who waits for it, and the rest in a menu. */
export function DonorActions({ donor, onOpen, describedBy, ...events }: Props) {
  const verification = useFlag(donor, 'isVerified', events)
  const activation = useFlag(donor, 'isProfileActive', events)
  const [isAsking, setIsAsking] = useState(false)
  const cell = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  // The pressed button is gone. Somebody who goes on stays where they are.
  useEffect(() => {
    if (donor.isVerified && wasPressed.current && isFocusLost())
      cell.current?.querySelector('button')?.focus({ preventScroll: true })
    wasPressed.current = false
  }, [donor.isVerified])
  return (
    <div className={styles.actions} ref={cell}>
      {!donor.isVerified && (
        <Button
          isBusy={verification.isPending}
          aria-describedby={describedBy}
          data-key={VERIFY_KEY}
          onClick={({ currentTarget }) => {
            wasPressed.current = currentTarget === document.activeElement
            verification.set(true)
          }}
        >
          {FLAGS.isVerified.buttons.true}
        </Button>
      )}
      <RowMenu
        describedBy={describedBy}
        entries={[
          { label: 'Donations', onSelect: () => onOpen(donor) },
          { label: 'Audit log', to: `/admin/audit-log?record=${donor.id}` },
          ...(donor.isVerified
            ? [{ label: FLAGS.isVerified.buttons.false, onSelect: () => verification.set(false) }]
            : []),
          {
            label: FLAGS.isProfileActive.buttons[`${!donor.isProfileActive}`],
            onSelect: () => (donor.isProfileActive ? setIsAsking(true) : activation.set(true)),
          },
        ]}
      />
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
    </div>
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
      <p>Searches no longer show this donor, and we don't ask them to donate.</p>
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

const IF_OFFER_STANDS = 'An offer that stands is withdrawn, and both sides get an email.'

// Nobody is told what they did themselves.
const describeNoOffer = (isOwn: boolean) =>
  isOwn ? 'No offer of yours stands.' : 'No offer stands at the moment. The donor gets an email.'
