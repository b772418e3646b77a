import {
  addKeptDonor,
  type ConsentKind,
  consentReadAloud,
  correctKeptDonor,
  type KeptDonor,
  KeptDonorChangeForm,
  KeptDonorForm,
  readKeptDonor,
} from '@blood-bank/contract/kept-donors/kept-donor'
import { REFUSALS_ABOUT_ACCOUNTS } from '@blood-bank/contract/refusals/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { site } from '../../../api/site.ts'
import { refreshHalls } from '../../../features/donors/halls.ts'
import { CheckboxField } from '../../../forms/checkbox-field.tsx'
import { Form } from '../../../forms/form.tsx'
import { LeaveGuard } from '../../../forms/leave-guard.tsx'
import { RadioField } from '../../../forms/radio-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { useCoordination } from '../../../session/session.ts'
import { isFocusLost } from '../../../ui/browser/focus.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LineSkeleton } from '../../../ui/records/skeleton.tsx'
import { refreshDonorsToCall } from '../queries.ts'
import { formValuesOf, KeptDonorFields } from './kept-donor-fields.tsx'

type Props = {
  /** Who is corrected; null to add somebody. */
  donor: { id: string; fullName: string } | null
  onDone?: (message: string) => void
  /** For somebody whose number was wrong: called when the correction gave another one. */
  onNewNumber?: (() => void) | undefined
  onClose: () => void
}

/** Adds somebody without an account who agreed that the club may call them, or corrects what is kept about them. */
export const KeptDonorDialog = ({ donor, onDone, onNewNumber, onClose }: Props) => (
  <Dialog
    title={donor ? `Correct ${donor.fullName}` : 'Add a donor'}
    onClose={onClose}
    // Its button goes with the right to add a donor.
    focusAfter={() => (isFocusLost() ? document.querySelector('h1') : null)}
  >
    {donor ? (
      <Correcting id={donor.id} onNewNumber={onNewNumber} onClose={onClose} />
    ) : (
      <Adding onDone={onDone} onClose={onClose} />
    )}
  </Dialog>
)

const KINDS: Record<ConsentKind, string> = { said: 'Said', paper: 'On paper', text: 'By text' }

/** What each kind of consent asks of the coordinator. */
const hintOf = (kind: string) =>
  ({
    said: `Read aloud: “${consentReadAloud(site.clubName)}”`,
    paper: 'Keep the paper that they signed.',
    text: 'They get a text, and can be called when they agree.',
  })[kind]

const ENDED = REFUSALS_ABOUT_ACCOUNTS['coordinator-ended'].message

function Adding({ onDone, onClose }: Pick<Props, 'onDone' | 'onClose'>) {
  const client = useQueryClient()
  const coordination = useCoordination()
  const hallId = coordination?.hallId ?? null
  const form = useContractForm({
    schema: KeptDonorForm,
    initial: { ...formValuesOf({ hallId }), consentKind: '' },
    send: async body => {
      const { message } = await call(addKeptDonor, { body })
      await refreshDonorsToCall(client)
      return message
    },
    onRefused: () => refreshHalls(client),
    onSent: message => {
      onDone?.(message)
      onClose()
    },
  })
  const { text, ...others } = KINDS
  return (
    <Form form={form} action="Add" otherActions={<Button onClick={onClose}>Cancel</Button>}>
      <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} />
      <KeptDonorFields form={form} isNew />
      <RadioField
        label="How They Agreed"
        options={site.sendsTexts ? { ...others, text } : others}
        hint={hintOf(form.values.consentKind)}
        isRequired
        {...form.text('consentKind')}
      />
      {/* Below the fields, which it does not move. */}
      <div role="status">
        {!coordination && form.problem !== ENDED && <Notice kind="warning">{ENDED}</Notice>}
      </div>
    </Form>
  )
}

type CorrectingProps = Pick<Props, 'onNewNumber' | 'onClose'>

function Correcting({ id, ...props }: CorrectingProps & { id: string }) {
  const query = useQuery({
    queryKey: ['kept-donor', id],
    queryFn: ({ signal }) => call(readKeptDonor, { params: { id } }, { signal }),
    // What somebody types must not be replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (query.data) return <CorrectionForm donor={query.data} {...props} />
  return (
    <>
      <FetchFailure query={query} failed="Failed to load this donor. Please try again." />
      {query.isPending && <LineSkeleton />}
      <Button onClick={props.onClose}>Cancel</Button>
    </>
  )
}

function CorrectionForm({ donor, onNewNumber, onClose }: CorrectingProps & { donor: KeptDonor }) {
  const client = useQueryClient()
  const form = useContractForm({
    schema: KeptDonorChangeForm,
    initial: { ...formValuesOf(donor), keepsThem: false },
    keepsPlaces: true,
    send: async body => {
      await call(correctKeptDonor, { params: { id: donor.id }, body })
      // Not awaited: the card that this dialog belongs to may leave the list.
      void refreshDonorsToCall(client)
      return body.contactNumber
    },
    onRefused: () => refreshHalls(client),
    onSent: contactNumber => {
      onClose()
      if (contactNumber) onNewNumber?.()
    },
  })
  const first = onNewNumber ? 'input[type="tel"]' : 'input'
  // What had the focus while it loaded is gone.
  useEffect(() => form.ref.current?.querySelector<HTMLElement>(first)?.focus(), [form.ref, first])
  return (
    <Form form={form} action="Save" otherActions={<Button onClick={onClose}>Cancel</Button>}>
      <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} />
      <KeptDonorFields form={form} isNew={false} />
      <CheckboxField
        label="I look after this donor from now on"
        hint={donor.keptBy ? `${donor.keptBy} does now.` : 'Nobody does now.'}
        {...form.checkbox('keepsThem')}
      />
    </Form>
  )
}
