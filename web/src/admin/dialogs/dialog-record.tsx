import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { isRefused } from '../../api/explain-failure.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { DonationDateForm } from './donation-date-form.tsx'
import styles from './records-list.module.css'

type Props = {
  editing: RecordEditing
  title: ReactNode
  details: ReactNode
  /** The message of a change that failed without a reason from the server. */
  failed: string
  /** Shown after `editing.enterDate`. */
  dateForm: Pick<ComponentProps<typeof DonationDateForm>, 'action' | 'initial' | 'component' | 'send'>
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

type Options = {
  /** Refetches the records, which are outdated if a change is refused. */
  refresh: () => Promise<unknown>
  onChanged: () => void
}

/** The state of a record that admins change in a dialog, for `<DialogRecord>` and the buttons in it. */
export function useRecordEditing({ refresh, onChanged }: Options) {
  const [mode, setMode] = useState<'shown' | 'entering-date' | 'undoing'>('shown')
  const sending = useMutation({
    mutationFn: (change: () => Promise<void>) => change(),
    onSuccess: onChanged,
    onError: error => {
      if (isRefused(error)) void refresh()
    },
    onSettled: () => setMode('shown'),
  })
  const show = () => setMode('shown')
  return {
    mode,
    refresh,
    send: sending.mutate,
    isSending: sending.isPending,
    error: sending.error,
    dismissError: sending.reset,
    enterDate: () => setMode('entering-date'),
    askToUndo: () => setMode('undoing'),
    cancel: show,
    endDateEntry: () => {
      show()
      onChanged()
    },
  }
}

type RecordEditing = ReturnType<typeof useRecordEditing>
