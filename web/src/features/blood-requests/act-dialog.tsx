import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Stack } from '../../ui/stack.tsx'
import { ACTS } from './acts.ts'
import type { useActing } from './use-acting.ts'

/** Asks before an act: which request, and what follows. */
export function ActDialog({ acting }: { acting: ReturnType<typeof useActing> }) {
  if (!acting.asked) return null
  const { act, bloodRequest } = acting.asked
  const { question, consequence, yes } = ACTS[act]
  return (
    <ConfirmDialog
      isOpen={acting.isAsking}
      title={question}
      confirm={yes}
      isBusy={acting.isActing}
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
