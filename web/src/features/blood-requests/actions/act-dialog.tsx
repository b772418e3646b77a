import type { BloodRequest } from '@blood-bank/contract/blood-requests'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { Facts } from '../../../ui/records/facts.tsx'
import { ACTS } from './acts.ts'
import type { useActing } from './use-acting.ts'

type Props = {
  acting: ReturnType<typeof useActing>
  /** Where the focus goes after a yes, when the button that was pressed may be gone. */
  focusAfter?: (bloodRequest: BloodRequest) => HTMLElement | null
}

/** Asks before an act: which request, and what follows. */
export function ActDialog({ acting, focusAfter }: Props) {
  if (!acting.asked) return null
  const { act, bloodRequest } = acting.asked
  const { question, consequence, yes } = ACTS[act]
  return (
    <ConfirmDialog
      isOpen={acting.isAsking}
      title={question}
      confirm={yes}
      focusAfter={() => (acting.isConfirmed ? focusAfter?.(bloodRequest) : null)}
      onConfirm={acting.confirm}
      onClose={acting.withdraw}
    >
      <Stack>
        <p>{consequence}</p>
        <Facts facts={{ 'Patient Name': bloodRequest.patientName, Hospital: bloodRequest.hospitalName }} />
      </Stack>
    </ConfirmDialog>
  )
}
