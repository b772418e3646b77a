import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Facts } from '../../../ui/records/facts.tsx'
import { ACTIONS } from './actions.ts'
import type { useActions } from './use-actions.ts'

type Props = {
  actions: ReturnType<typeof useActions>
  /** Where the focus goes after confirming, as the pressed button may be gone. */
  focusAfter?: (bloodRequest: BloodRequest) => HTMLElement | null
}

/** Asks for confirmation of an action, and names the request and the consequence. */
export function ActionDialog({ actions, focusAfter }: Props) {
  if (!actions.requested) return null
  const { action, bloodRequest } = actions.requested
  const { question, consequence, yes } = ACTIONS[action]
  return (
    <ConfirmDialog
      isOpen={actions.isAsking}
      title={question}
      confirm={yes}
      focusAfter={() => (actions.isConfirmed ? focusAfter?.(bloodRequest) : null)}
      onConfirm={actions.confirm}
      onClose={actions.cancel}
    >
      <Stack>
        <p>{consequence}</p>
        <Facts facts={{ 'Patient Name': bloodRequest.patientName, Hospital: bloodRequest.hospitalName }} />
      </Stack>
    </ConfirmDialog>
  )
}
