import { requiredGroupOf } from '@blood-bank/contract/blood-requests/required-blood'
import { Link } from '../../ui/controls/link.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Facts } from '../../ui/records/facts.tsx'
import type { SimilarRequestQuestion } from './use-similar-request-question.ts'

/** Asks whether to post another request for the same patient, group and hospital. */
export function SimilarRequestDialog({ bloodRequest, onYes, onNo }: SimilarRequestQuestion) {
  return (
    <ConfirmDialog
      title="Post another request?"
      confirm="Post another request"
      keep="Don't post"
      variant="primary"
      onConfirm={onYes}
      onClose={onNo}
    >
      <Stack>
        <p>
          You already have an active request that looks the same. You can find it on{' '}
          <Link to="/dashboard">your dashboard</Link>.
        </p>
        <Facts
          facts={{
            'Patient Name': bloodRequest.patientName,
            'Blood Group': requiredGroupOf(bloodRequest),
            Hospital: bloodRequest.hospitalName,
          }}
        />
      </Stack>
    </ConfirmDialog>
  )
}
