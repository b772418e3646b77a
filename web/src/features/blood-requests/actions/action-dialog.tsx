import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { Suspense, useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Facts } from '../../../ui/records/facts.tsx'
import { ACTIONS, type DonorsQuestion, type GivenAnswer, type RequestedAction } from './actions.ts'
import type { useActions } from './use-actions.ts'

type Props = {
  actions: ReturnType<typeof useActions>
  /** Where the focus goes after confirming, as the pressed button may be gone. */
  focusAfter?: (bloodRequest: BloodRequest) => HTMLElement | null
  DonorsQuestion?: DonorsQuestion | undefined
}

/** Asks for confirmation of an action, and names the request and the consequence. */
export function ActionDialog({ actions, ...rest }: Props) {
  const { requested } = actions
  if (!requested) return null
  const { action, bloodRequest } = requested
  // Another request starts with no answer.
  return <Confirmation key={`${action} ${bloodRequest.id}`} {...{ actions, requested }} {...rest} />
}

function Confirmation({
  actions,
  requested: { action, bloodRequest },
  focusAfter,
  DonorsQuestion,
}: Props & { requested: RequestedAction }) {
  const { question, consequence, yes } = ACTIONS[action]
  const [answer, setAnswer] = useState<GivenAnswer | null>(null)
  const [hasTried, setHasTried] = useState(false)
  const fault = answer?.fault ?? null
  const confirm = () => (fault === null ? actions.confirm(answer?.donorsWhoGave) : setHasTried(true))
  return (
    <ConfirmDialog
      isOpen={actions.isAsking}
      title={question}
      confirm={yes}
      focusAfter={() => (actions.isConfirmed ? focusAfter?.(bloodRequest) : null)}
      onConfirm={confirm}
      onClose={actions.cancel}
    >
      <Stack>
        <p>{consequence}</p>
        <Facts facts={{ 'Patient Name': bloodRequest.patientName, Hospital: bloodRequest.hospitalName }} />
        {action === 'fulfil' && DonorsQuestion && (
          <Suspense fallback={<p role="status">Loading who offered...</p>}>
            <DonorsQuestion
              bloodRequest={bloodRequest}
              onAnswer={setAnswer}
              fault={hasTried ? fault : null}
            />
          </Suspense>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
