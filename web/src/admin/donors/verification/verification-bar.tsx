import type { DonorRecord } from '@blood-bank/contract/donors/administration'
import { VERIFICATION_LABELS } from '@blood-bank/contract/donors/labels'
import {
  MAX_DONORS_PER_VERIFICATION,
  UNDO_MS,
  type VerificationOutcome,
  verifyDonors,
} from '@blood-bank/contract/donors/verifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { explainFailure, isRefused } from '../../../api/explain-failure.ts'
import type { ChangingVariables } from '../../../lists/changes/optimistic-list.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { counted } from '../../../ui/records/counts.ts'
import { useShortcuts } from '../../frame/use-shortcuts.ts'
import { type DonorProblem, FLAGS, type Verified } from '../flags.ts'
import { DONOR_LISTING, refreshDonorListing, updateCachedDonors } from '../queries.ts'
import { type Selection, useSelectedIds } from './selection.ts'
import styles from './verification-bar.module.css'

type Verification = ChangingVariables<DonorRecord> & { donors: DonorRecord[]; isVerified: boolean }

type Props = {
  /** The loaded donors. */
  donors: DonorRecord[]
  selection: Selection
  verified: Verified | null
  /** Whether the list is that of donors who wait for verification. */
  isOfWaiting: boolean
  onVerified: (verified: Verified | null) => void
  onProblem: (problem: DonorProblem | null) => void
}

/**
 * Verifies the selected donors, says what was verified last, and undoes it. One at a time the rows stay in their places:
 * several are asked about once, and leave the list of those who wait.
 */
export function VerificationBar(props: Props) {
  const { donors, selection, verified, onVerified } = props
  const bar = useRef<HTMLDivElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const selected = useSelectedIds(selection)
  const waiting = donors.filter(({ id, isVerified }) => !isVerified && selected.has(id))
  const chosen = waiting.slice(0, MAX_DONORS_PER_VERIFICATION)
  const ofOne = useVerifying({ ...props, bar, keepsPlaces: true })
  const ofSeveral = useVerifying({ ...props, bar, keepsPlaces: false })
  const isPending = ofOne.isPending || ofSeveral.isPending

  const verify = (donors: DonorRecord[], isVerified: boolean) => {
    const after = isVerified && donors.length > 1 && props.isOfWaiting ? null : { isVerified }
    const { mutate } = donors.length > 1 ? ofSeveral : ofOne
    mutate({ donors, isVerified, changes: donors.map(record => ({ record, after })) })
  }
  const undoable = verified?.donors ?? []
  const undo = () => {
    if (undoable.length > 0 && !isPending) verify(undoable, false)
  }
  useShortcuts({ z: undo })

  const forget = useEffectEvent(() => onVerified(null))
  useEffect(() => {
    if (!verified) return
    // Unverify in the donor's row works later, too.
    const timer = setTimeout(() => forget(), UNDO_MS)
    return () => clearTimeout(timer)
  }, [verified])

  return (
    <div
      ref={bar}
      className={styles.bar}
      data-shown={verified !== null || chosen.length > 0 || undefined}
      tabIndex={-1}
    >
      {chosen.length > 0 && (
        <Button
          variant="primary"
          isBusy={isPending}
          onClick={() => (chosen.length > 1 ? setIsAsking(true) : verify(chosen, true))}
        >
          {waiting.length > chosen.length ? `Verify the first ${chosen.length}` : `Verify ${chosen.length}`}
        </Button>
      )}
      <span role="status" className={styles.message}>
        {verified?.message}
      </span>
      {undoable.length > 0 && (
        <Button isBusy={isPending} onClick={undo}>
          Undo
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Verify ${chosen.length} donors?`}
          confirm={`Verify ${chosen.length}`}
          keep="Cancel"
          variant="primary"
          focusAfter={() => bar.current}
          onConfirm={() => {
            setIsAsking(false)
            verify(chosen, true)
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>You confirm that their University IDs are real.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

type VerifyingOptions = Omit<Props, 'donors' | 'verified'> & {
  bar: RefObject<HTMLDivElement | null>
  /** Whether the rows stay where they are, although their donors have left the list. */
  keepsPlaces: boolean
}

function useVerifying({ selection, onVerified, onProblem, bar, keepsPlaces }: VerifyingOptions) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: DONOR_LISTING,
    meta: keepsPlaces ? { keepsPlaces } : {},
    mutationFn: ({ donors, isVerified }: Verification) =>
      call(verifyDonors, {
        body: {
          ids: donors.map(({ id }) => id),
          isVerified,
          ...(isVerified && { bloodGroups: donors.map(({ bloodGroup }) => bloodGroup) }),
        },
      }),
    onMutate: () => onProblem(null),
    onSuccess: async ({ outcomes }, verification) => {
      const { donors, isVerified } = verification
      // The pressed button is about to disappear.
      if (bar.current?.contains(document.activeElement)) bar.current.focus({ preventScroll: true })
      const outcomeOf = new Map(outcomes.map(({ id, outcome }) => [id, outcome]))
      const isOutdated = (outcome?: VerificationOutcome) => outcome === 'gone' || outcome === 'other-group'
      const current = donors.filter(({ id }) => !isOutdated(outcomeOf.get(id)))
      await updateCachedDonors(
        client,
        current.map(record => ({ record, after: { isVerified } })),
      )
      selection.select(new Set([...selection.get()].filter(id => !outcomeOf.has(id))))
      onVerified({
        message: describeOutcomes(verification, [...outcomeOf.values()]),
        donors: isVerified ? donors.filter(({ id }) => outcomeOf.get(id) === 'changed') : [],
      })
      // Pending until the list is there without those who have left it: they would come back for a moment.
      if (!keepsPlaces) await refreshDonorListing(client)
      else if (current.length < donors.length) void refreshDonorListing(client)
    },
    onError: error => {
      if (isRefused(error)) void refreshDonorListing(client)
      onProblem({ message: explainFailure(error, FLAGS.isVerified.failed) })
    },
  })
}

/** What a verification, or its undoing, did: "12 donors are Verified. 1 already was Verified. 1 no longer exists." */
function describeOutcomes({ donors, isVerified }: Verification, outcomes: VerificationOutcome[]): string {
  const count = (wanted: VerificationOutcome) => outcomes.filter(outcome => outcome === wanted).length
  const [changed, already, gone] = [count('changed'), count('already'), count('gone')]
  const otherGroup = count('other-group')
  const state = VERIFICATION_LABELS[`${isVerified}`]
  const who = donors.length === 1 ? donors[0]?.fullName : counted(changed, ['donor', 'donors'])
  return [
    changed > 0 && `${who} ${changed === 1 ? 'is' : 'are'} ${state}${isVerified ? '' : ' again'}.`,
    already > 0 && `${already} already ${already === 1 ? 'was' : 'were'} ${state}.`,
    otherGroup > 0 &&
      `${otherGroup} ${otherGroup === 1 ? 'has' : 'have'} a new blood group now. Please check again.`,
    gone > 0 && `${gone} no longer ${gone === 1 ? 'exists' : 'exist'}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
