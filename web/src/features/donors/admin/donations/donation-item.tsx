import type { Donation, DonationRecorder } from '@blood-bank/contract/donations'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { explainFailure, isRefused } from '../../../../api/explain-failure.ts'
import { DonationDateForm } from '../../../../forms/donation-date-form.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { SmallPrint } from '../../../../ui/layout/small-print.tsx'
import { Badge } from '../../../../ui/records/badge.tsx'
import { formatDay } from '../../../../ui/records/dates.ts'
import styles from '../../../../ui/records/dialog-records.module.css'
import type { DonationChanges } from './queries.ts'

const RECORDED_BY: Record<DonationRecorder, string> = {
  donor: 'Added by the donor.',
  requester: 'Recorded by whoever posted the request.',
  admin: 'Recorded by an admin.',
}

type Props = { donation: Donation; changes: DonationChanges; onChanged: () => void }

/** A donation with the actions of an admin: correct the date, undo, and decide a dispute. */
export function DonationItem({ donation, changes, onChanged }: Props) {
  const { id, donatedOn, recordedBy, disputedAt } = donation
  const [mode, setMode] = useState<'shown' | 'correcting' | 'undoing'>('shown')
  const dayId = useId()
  const changing = useMutation({
    mutationFn: (change: () => Promise<void>) => change(),
    onSuccess: onChanged,
    onError: error => {
      if (isRefused(error)) void changes.refresh()
    },
    onSettled: () => setMode('shown'),
  })
  return (
    <li className={styles.record}>
      <div className={styles.title}>
        <time id={dayId} dateTime={donatedOn}>
          {formatDay(donatedOn)}
        </time>
        {disputedAt && <Badge tone="warning">Disputed</Badge>}
      </div>
      <SmallPrint>
        {RECORDED_BY[recordedBy]}
        {disputedAt && ' The donor says that it did not happen. It counts until you decide.'}
      </SmallPrint>
      {changing.error && (
        <Notice kind="error" onDismiss={changing.reset}>
          {explainFailure(changing.error, 'Failed to change the donation. Please try again.')}
        </Notice>
      )}
      {mode === 'correcting' && (
        <DonationDateForm
          action="Save date"
          initial={donatedOn}
          send={date => changes.correct(id, date)}
          onSent={() => {
            setMode('shown')
            onChanged()
          }}
          onRefused={changes.refresh}
          onCancel={() => setMode('shown')}
        />
      )}
      {mode === 'undoing' && (
        <div className={styles.actions}>
          <Button
            variant="danger"
            isBusy={changing.isPending}
            onClick={() => changing.mutate(() => changes.undo(id))}
          >
            Yes, undo it
          </Button>
          <Button autoFocus onClick={() => setMode('shown')}>
            Keep it
          </Button>
        </div>
      )}
      {mode === 'shown' && (
        <div className={styles.actions}>
          {disputedAt && (
            <Button
              aria-describedby={dayId}
              isBusy={changing.isPending}
              onClick={() => changing.mutate(() => changes.correct(id, donatedOn))}
            >
              It happened
            </Button>
          )}
          <Button aria-describedby={dayId} onClick={() => setMode('correcting')}>
            Correct date
          </Button>
          <Button aria-describedby={dayId} onClick={() => setMode('undoing')}>
            Undo
          </Button>
        </div>
      )}
    </li>
  )
}
