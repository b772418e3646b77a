import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { REMOVAL_REASON_LABELS, RemovalReason } from '@blood-bank/contract/blood-requests/removals'
import { needsReason, owns } from '@blood-bank/contract/blood-requests/rules'
import { Suspense, useEffect, useRef, useState } from 'react'
import { RadioField } from '../../../forms/radio-field.tsx'
import { useActor } from '../../../session/session.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Facts } from '../../../ui/records/facts.tsx'
import type { GivenAnswer } from '../../offers/donors-who-gave-question.tsx'
import { ACTIONS, type RequestedAction, STATUS_AFTER } from './actions.ts'
import { type Actions, changeBy } from './use-actions.ts'

/** Loaded when it is asked: it brings the sentences of all refusals, for one. */
const DonorsWhoGaveQuestion = lazyPage(
  () => import('../../offers/donors-who-gave-question.tsx'),
  'DonorsWhoGaveQuestion',
)

type Props = {
  actions: Actions
  /** Where the focus goes after confirming, as the pressed button may be gone. */
  focusAfter?: (bloodRequest: BloodRequest) => HTMLElement | null
}

/** Asks for confirmation of an action, and names the request and the consequence. */
export function ActionDialog({ actions, ...rest }: Props) {
  const { asked: requested } = actions
  if (!requested) return null
  const { action, bloodRequest } = requested
  // Another request starts with no answer.
  return (
    <Confirmation key={`${action} ${bloodRequest.id}`} actions={actions} requested={requested} {...rest} />
  )
}

function Confirmation({
  actions,
  requested: { action, bloodRequest },
  focusAfter,
}: Props & { requested: RequestedAction }) {
  const { question, consequence, yes, keep } = ACTIONS[action]
  const actor = useActor()
  const isOwn = owns(actor, bloodRequest)
  const [answer, setAnswer] = useState<GivenAnswer | null>(null)
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const asksReason = needsReason(actor, bloodRequest, STATUS_AFTER[action] ?? 'deleted')
  const chosen = RemovalReason.safeParse(reason)
  const reasonFault = asksReason && !chosen.success ? (chosen.error.issues[0]?.message ?? null) : null
  const fault = answer?.fault ?? reasonFault
  const confirm = () =>
    fault === null
      ? actions.confirm(changeBy({ action, bloodRequest, ...answer?.said, reason: chosen.data }))
      : setTries(tries + 1)
  return (
    <ConfirmDialog
      isOpen={actions.isAsking}
      title={question}
      confirm={action === 'fulfil' && !isOwn ? 'Mark as fulfilled' : yes}
      keep={keep}
      variant={action === 'fulfil' ? 'good' : 'danger'}
      focusAfter={() => (actions.isConfirmed ? focusAfter?.(bloodRequest) : null)}
      onConfirm={confirm}
      onClose={actions.cancel}
    >
      <Stack>
        <p>
          {consequence +
            (action === 'fulfil' && !isOwn ? ' Its owner gets an email, without your name.' : '')}
        </p>
        <Facts facts={{ 'Patient Name': bloodRequest.patientName, Hospital: bloodRequest.hospitalName }} />
        {action !== 'fulfil' && bloodRequest.offersStanding > 0 && (
          <p>
            <strong>{describeReleased(bloodRequest.offersStanding)}</strong>
          </p>
        )}
        {asksReason && (
          <ReasonQuestion
            reason={reason}
            onChange={setReason}
            fault={tries > 0 ? reasonFault : null}
            tries={tries}
          />
        )}
        {action === 'fulfil' && (
          <Suspense fallback={<p role="status">Loading who offered...</p>}>
            <DonorsWhoGaveQuestion
              bloodRequest={bloodRequest}
              onAnswer={setAnswer}
              fault={tries > 0 ? fault : null}
              tries={tries}
            />
          </Suspense>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

/** What follows for the donors who have offered. */
const describeReleased = (offers: number) =>
  offers === 1
    ? "The donor who has offered gets an email that they aren't needed."
    : `The ${offers} donors who have offered get an email that they aren't needed.`

type ReasonQuestionProps = {
  reason: string
  onChange: (reason: string) => void
  /** Why the answer can't be sent, once the admin has tried. */
  fault: string | null
  /** How often the admin has tried. */
  tries: number
}

/** Asks an admin why they cancel or delete somebody's request. Nothing is chosen for them: the owner reads it. */
function ReasonQuestion({ reason, onChange, fault, tries }: ReasonQuestionProps) {
  const question = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) question.current?.querySelector('input')?.focus()
  }, [tries])
  return (
    <div ref={question}>
      <RadioField
        name="reason"
        label="Reason"
        hint="The owner reads it in an email and on the dashboard, with the date and without your name."
        options={REMOVAL_REASON_LABELS}
        value={reason}
        onChange={onChange}
        error={fault ?? undefined}
      />
    </div>
  )
}
