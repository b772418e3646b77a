import type { DonorRecord } from '@blood-bank/contract/donors/administration'
import { Suspense, useEffect, useRef, useState } from 'react'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { RowActions } from '../listing/table/row-actions.tsx'
import { FLAGS, type FlagEvents, useFlag } from './flags.ts'

/** Loaded when it is opened. */
const DeactivationDialog = lazyPage(() => import('./deactivation-dialog.tsx'), 'DeactivationDialog')

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
        <Suspense>
          <DeactivationDialog
            donor={donor}
            onConfirm={() => {
              setIsAsking(false)
              activation.set(false)
            }}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
