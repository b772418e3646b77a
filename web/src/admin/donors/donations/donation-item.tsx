import type { Donation, DonationRecorder } from '@blood-bank/contract/offers/donations'
import { useId } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatDay } from '../../../ui/records/dates.ts'
import { DialogRecord } from '../../listing/dialog/dialog-record.tsx'
import { useRecordEditing } from '../../listing/dialog/use-record-editing.ts'
import type { DonationChanges } from './queries.ts'

const RECORDED_BY: Record<DonationRecorder, string> = {
  donor: 'Added by the donor.',
  requester: 'Recorded by the member who posted the request.',
  admin: 'Recorded by an admin.',
}

type Props = { donation: Donation; changes: DonationChanges; onChanged: () => void }

/** A donation with the actions of an admin: correct the date, undo, and decide a dispute. */
export function DonationItem({ donation, changes, onChanged }: Props) {
  const { id, donatedOn, recordedBy, disputedAt } = donation
  const editing = useRecordEditing({ refresh: changes.refresh, onChanged })
  const dayId = useId()
  return (
    <DialogRecord
      editing={editing}
      title={
        <>
          <time id={dayId} dateTime={donatedOn}>
            {formatDay(donatedOn)}
          </time>
          {disputedAt && <Badge tone="warning">Disputed</Badge>}
        </>
      }
      details={
        RECORDED_BY[recordedBy] +
        (disputedAt
          ? " The donor says that it did not happen. It doesn't count for their date until you decide."
          : '')
      }
      failed="Failed to change the donation. Please try again."
      dateForm={{ action: 'Save date', initial: donatedOn, send: date => changes.correct(id, date) }}
      undo={() => changes.undo(id)}
    >
      {disputedAt && (
        <Button
          aria-describedby={dayId}
          isBusy={editing.isSending}
          onClick={() => editing.send(() => changes.correct(id, donatedOn))}
        >
          It happened
        </Button>
      )}
      <Button aria-describedby={dayId} onClick={editing.enterDate}>
        Correct date
      </Button>
      <Button aria-describedby={dayId} onClick={editing.askToUndo}>
        {disputedAt ? "It didn't happen" : 'Undo'}
      </Button>
    </DialogRecord>
  )
}
