import {
  addHall,
  deleteHall,
  type HallForm,
  type HallRecord,
  renameHall,
  HallForm as schema,
} from '@blood-bank/contract/halls/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { explainFailure } from '../../../api/explain-failure.ts'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { refreshHalls, useHallRecords } from '../../../features/donors/halls.ts'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { counted } from '../../../ui/records/counts.ts'
import { LineSkeleton } from '../../../ui/records/skeleton.tsx'
import styles from '../../dialogs/records-list.module.css'

/** The halls from which donors choose theirs: add, rename, delete. */
export function HallsDialog({ onClose }: { onClose: () => void }) {
  const halls = useHallRecords()
  const list = useRef<HTMLUListElement>(null)
  return (
    <Dialog title="Halls" hasCloseButton onClose={onClose}>
      <p>
        Donors choose their hall on their Account page. Coordinators and admins see it; searches don't show
        it.
      </p>
      {halls.isPending && <LineSkeleton />}
      <FetchFailure query={halls} failed="Failed to load the halls." />
      {halls.data?.length === 0 && <p>There are none yet.</p>}
      <ul className={styles.list} ref={list} tabIndex={-1} aria-label="Halls">
        {halls.data?.map(hall => (
          <HallItem key={hall.id} hall={hall} onChanged={() => list.current?.focus()} />
        ))}
      </ul>
      <NameForm label="New Hall Name" action="Add hall" send={body => call(addHall, { body })} />
    </Dialog>
  )
}

const hasChosen = (donors: number) =>
  `${donors === 0 ? 'No donor has' : counted(donors, ['donor has', 'donors have'])} chosen it.`

type ItemProps = {
  hall: HallRecord
  /** The focused button is gone. */
  onChanged: () => void
}

function HallItem({ hall: { id, name, donors }, onChanged }: ItemProps) {
  const client = useQueryClient()
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown')
  const show = () => {
    setMode('shown')
    onChanged()
  }
  const deleting = useMutation({
    mutationFn: () => call(deleteHall, { params: { id } }),
    onSettled: () => refreshHalls(client),
    onSuccess: onChanged,
  })
  return (
    <li className={styles.record}>
      <div className={styles.title}>{name}</div>
      <SmallPrint>
        <span>{hasChosen(donors)}</span>{' '}
        {mode === 'deleting' && (
          <span>
            Its donors have no hall then, those without an account too. Its coordinators can no longer call
            donors, and get an email.
          </span>
        )}
      </SmallPrint>
      <MutationNotice of={deleting} failed="Failed to delete the hall. Please try again." />
      {mode === 'renaming' && (
        <NameForm
          label="Hall Name"
          action="Save"
          initial={name}
          send={body => call(renameHall, { params: { id }, body })}
          onSent={show}
          onCancel={show}
        />
      )}
      {mode === 'deleting' && (
        <div className={styles.actions}>
          <Button variant="danger" isBusy={deleting.isPending} onClick={() => deleting.mutate()}>
            Delete this hall
          </Button>
          <Button autoFocus onClick={show}>
            Keep it
          </Button>
        </div>
      )}
      {mode === 'shown' && (
        <div className={styles.actions}>
          <Button aria-label={`Rename ${name}`} onClick={() => setMode('renaming')}>
            Rename
          </Button>
          <Button aria-label={`Delete ${name}`} onClick={() => setMode('deleting')}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}

type FormProps = {
  label: string
  action: string
  initial?: string
  send: (form: HallForm) => Promise<unknown>
  onSent?: () => void
  onCancel?: () => void
}

function NameForm({ label, action, initial = '', send, onSent, onCancel }: FormProps) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { name: initial },
    send: async given => {
      await send(given)
      await refreshHalls(client)
    },
    onSent: onSent ?? (() => form.reset()),
    onRefused: () => refreshHalls(client),
    explain: refusal => explainFailure(refusal, 'Failed to save the hall. Please try again.'),
  })
  return (
    <Form
      form={form}
      action={action}
      variant="secondary"
      otherActions={onCancel && <Button onClick={onCancel}>Cancel</Button>}
    >
      <TextField label={label} autoComplete="off" isRequired {...form.text('name')} />
    </Form>
  )
}
