import type { DonorRecord } from '@blood-bank/contract/donors/endpoints'
import { VERIFICATION_LABELS } from '@blood-bank/contract/donors/labels'
import {
  MAX_DONORS_PER_VERIFICATION,
  UNDO_MS,
  type VerificationOutcome,
  verifyDonors,
} from '@blood-bank/contract/donors/verifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { explainFailure, isRefused } from '../../../api/explain-failure.ts'
import type { ChangingVariables } from '../../../lists/changes/optimistic-list.ts'
import { Button } from '../../../ui/controls/button.tsx'
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
  onVerified: (verified: Verified | null) => void
  onProblem: (problem: DonorProblem | null) => void
}

/** Verifies the selected donors, says what was verified last, and undoes it. */
export function VerificationBar({ donors, selection, verified, onVerified, onProblem }: Props) {
  const client = useQueryClient()
  const bar = useRef<HTMLDivElement>(null)
  const selected = useSelectedIds(selection)
  const waiting = donors.filter(({ id, isVerified }) => !isVerified && selected.has(id))
  const chosen = waiting.slice(0, MAX_DONORS_PER_VERIFICATION)

  const verifying = useMutation({
    mutationKey: DONOR_LISTING,
    meta: { keepsPlaces: true },
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
      const { donors, isVerified, changes } = verification
      // The pressed button is about to disappear.
      if (bar.current?.contains(document.activeElement)) bar.current.focus({ preventScroll: true })
      const outcomeOf = new Map(outcomes.map(({ id, outcome }) => [id, outcome]))
      const isOutdated = (outcome?: VerificationOutcome) => outcome === 'gone' || outcome === 'other-group'
      const current = changes.filter(({ record }) => !isOutdated(outcomeOf.get(record.id)))
      await updateCachedDonors(client, current)
      if (current.length < donors.length) void refreshDonorListing(client)
      selection.select(new Set([...selection.get()].filter(id => !outcomeOf.has(id))))
      onVerified({
        message: describeOutcomes(verification, [...outcomeOf.values()]),
        donors: isVerified ? donors.filter(({ id }) => outcomeOf.get(id) === 'changed') : [],
      })
    },
    onError: error => {
      if (isRefused(error)) void refreshDonorListing(client)
      onProblem({ message: explainFailure(error, FLAGS.isVerified.failed) })
    },
  })

  const verify = (donors: DonorRecord[], isVerified: boolean) =>
    verifying.mutate({
      donors,
      isVerified,
      changes: donors.map(record => ({ record, after: { isVerified } })),
    })
  const undoable = verified?.donors ?? []
  const undo = () => {
    if (undoable.length > 0 && !verifying.isPending) verify(undoable, false)
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
        <Button variant="primary" isBusy={verifying.isPending} onClick={() => verify(chosen, true)}>
          {waiting.length > chosen.length ? `Verify the first ${chosen.length}` : `Verify ${chosen.length}`}
        </Button>
      )}
      <span role="status" className={styles.message}>
        {verified?.message}
      </span>
      {undoable.length > 0 && (
        <Button isBusy={verifying.isPending} onClick={undo}>
          Undo
        </Button>
      )}
    </div>
  )
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
      `${otherGroup} ${otherGroup === 1 ? 'has' : 'have'} changed the blood group meanwhile. Please check again.`,
    gone > 0 && `${gone} no longer ${gone === 1 ? 'exists' : 'exist'}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
