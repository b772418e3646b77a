import type { OfferStatus, ReceivedOffer } from '@blood-bank/contract/offers'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { explainFailure, isRefused } from '../../../../api/explain-failure.ts'
import { site } from '../../../../api/site.ts'
import { DonationDateForm } from '../../../../forms/donation-date-form.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { SmallPrint } from '../../../../ui/layout/small-print.tsx'
import { Badge } from '../../../../ui/records/badge.tsx'
import { formatDay, formatMoment } from '../../../../ui/records/dates.ts'
import styles from '../../../../ui/records/dialog-records.module.css'
import type { OfferChanges } from './queries.ts'

type Props = { offer: ReceivedOffer; changes: OfferChanges; onChanged: () => void }

/** An offer with the actions of an admin. Names are shown while requester and donor see each other's contact. */
export function OfferItem({ offer, changes, onChanged }: Props) {
  const { id, status, offeredAt, donor, donation } = offer
  const [mode, setMode] = useState<'shown' | 'recording' | 'undoing'>('shown')
  const nameId = useId()
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
        <span id={nameId}>{donor?.fullName ?? 'A donor'}</span>
        {donor && <Badge tone="blood">{donor.bloodGroup}</Badge>}
      </div>
      <SmallPrint>
        Offered on <time dateTime={offeredAt}>{formatMoment(offeredAt, site.timeZone)}</time>.{' '}
        {describeOutcome(status, donation?.donatedOn ?? null)}
      </SmallPrint>
      {changing.error && (
        <Notice kind="error" onDismiss={changing.reset}>
          {explainFailure(changing.error, 'Failed to change the offer. Please try again.')}
        </Notice>
      )}
      {mode === 'recording' && (
        <DonationDateForm
          action="Save donation"
          send={date => changes.record(id, date)}
          onSent={() => {
            setMode('shown')
            onChanged()
          }}
          onRefused={changes.refresh}
          onCancel={() => setMode('shown')}
        />
      )}
      {mode === 'undoing' && donation && (
        <div className={styles.actions}>
          <Button
            variant="danger"
            isBusy={changing.isPending}
            onClick={() => changing.mutate(() => changes.undo(donation.id))}
          >
            Yes, undo it
          </Button>
          <Button autoFocus onClick={() => setMode('shown')}>
            Keep it
          </Button>
        </div>
      )}
      {mode === 'shown' && status === 'offered' && (
        <div className={styles.actions}>
          <Button aria-describedby={nameId} onClick={() => setMode('recording')}>
            Record donation
          </Button>
          <Button
            aria-describedby={nameId}
            isBusy={changing.isPending}
            onClick={() => changing.mutate(() => changes.release(id))}
          >
            Not needed
          </Button>
        </div>
      )}
      {mode === 'shown' && donation && (
        <div className={styles.actions}>
          <Button aria-describedby={nameId} onClick={() => setMode('undoing')}>
            Undo donation
          </Button>
        </div>
      )}
    </li>
  )
}

function describeOutcome(status: OfferStatus, donatedOn: string | null): string {
  switch (status) {
    case 'offered':
      return 'The offer stands.'
    case 'withdrawn':
      return 'The donor has withdrawn.'
    case 'released':
      return 'The donor was told that they are not needed.'
    case 'donated':
      return donatedOn ? `Donated on ${formatDay(donatedOn)}.` : 'Donated.'
  }
}
