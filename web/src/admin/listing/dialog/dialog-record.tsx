import type { ReactNode } from 'react'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { DonationDateForm } from './donation-date-form.tsx'
import styles from './records-dialog.module.css'
import type { RecordEditing } from './use-record-editing.ts'

type Props = {
  editing: RecordEditing
  title: ReactNode
  details: ReactNode
  /** The message of a change that failed without a reason from the server. */
  failed: string
  /** Shown after `editing.enterDate`. */
  dateForm: { action: string; initial?: string; send: (donatedOn: string) => Promise<void> }
  /** Undoes the donation after `editing.askToUndo` and a confirmation; null without a donation. */
  undo: (() => Promise<void>) | null
  /** The buttons. */
  children: ReactNode
}

/** A record with a donation, which admins change in place: its date is entered, or it is undone after a confirmation. */
export function DialogRecord({ editing, title, details, failed, dateForm, undo, children }: Props) {
  const { mode, error } = editing
  return (
    <li className={styles.record}>
      <div className={styles.title}>{title}</div>
      <SmallPrint>{details}</SmallPrint>
      <MutationNotice of={{ error, reset: editing.dismissError }} failed={failed} />
      {mode === 'entering-date' && (
        <DonationDateForm
          {...dateForm}
          onSent={editing.endDateEntry}
          onRefused={editing.refresh}
          onCancel={editing.cancel}
        />
      )}
      {mode === 'undoing' && undo && (
        <div className={styles.actions}>
          <Button variant="danger" isBusy={editing.isSending} onClick={() => editing.send(undo)}>
            Undo this donation
          </Button>
          <Button autoFocus onClick={editing.cancel}>
            Keep it
          </Button>
        </div>
      )}
      {mode === 'shown' && <div className={styles.actions}>{children}</div>}
    </li>
  )
}
