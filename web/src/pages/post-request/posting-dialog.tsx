import { requiredGroupOf } from '@blood-bank/contract/blood-requests/descriptions'
import { Link } from '../../ui/controls/link.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Facts } from '../../ui/records/facts.tsx'
import type { PostingQuestion } from './use-posting-questions.ts'

/** Asks what somebody means before their request is posted. */
export const PostingDialog = (question: PostingQuestion) =>
  question.code === 'hospital-has-patient-name' ? (
    <HospitalNameDialog {...question} />
  ) : (
    <SimilarRequestDialog {...question} />
  )

/** Asks whether to post another request for the same patient, group and hospital. */
const SimilarRequestDialog = ({ bloodRequest, onYes, onNo }: PostingQuestion) => (
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

/** Asks whether the hospital is called so, or the patient's name stands in it by mistake. */
const HospitalNameDialog = ({ message, bloodRequest, onYes, onNo }: PostingQuestion) => (
  <ConfirmDialog
    title="Is this the hospital's name?"
    confirm="That is its name"
    keep="Change it"
    variant="primary"
    onConfirm={onYes}
    onClose={onNo}
  >
    <Stack>
      <p>{message}</p>
      <Facts facts={{ Hospital: bloodRequest.hospitalName }} />
    </Stack>
  </ConfirmDialog>
)
