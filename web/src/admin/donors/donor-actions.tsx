import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { useEffect, useRef, useState } from 'react'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RowMenu } from '../../ui/menu/row-menu.tsx'
import { DeactivationDialog } from './deactivation-dialog.tsx'
import styles from './donor-cells.module.css'
import { FLAGS } from './flags.ts'
import { type FlagEvents, useFlag } from './use-flag.ts'

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
