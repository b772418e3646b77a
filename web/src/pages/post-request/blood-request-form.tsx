import { NEEDED_BY_UNCLEAR, BloodRequestForm as schema } from '@blood-bank/contract/blood-requests/posting'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Fault } from '@blood-bank/contract/forms'
import { explainFailure } from '../../api/explain-failure.ts'
import { site } from '../../api/site.ts'
import { namesOfPlace, POSTING_DRAFT } from '../../features/blood-requests/queries.ts'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Card } from '../../ui/layout/card.tsx'
import { PhoneLink } from '../../ui/phone/phone-link.tsx'
import { PostingDialog } from './posting-dialog.tsx'
import { PreviewSection } from './preview/preview-section.tsx'
import styles from './request-fields.module.css'
import { RequestFields } from './request-fields.tsx'
import { formOf, NEW_BLOOD_REQUEST } from './request-values.ts'
import { usePostBloodRequest } from './use-post-blood-request.ts'
import { usePostingQuestions } from './use-posting-questions.ts'

/** Says that a request was posted (spec §8). */
export const POSTED = 'Blood request submitted successfully!'

const INCOMPLETE = { message: NEEDED_BY_UNCLEAR, fields: { neededBy: NEEDED_BY_UNCLEAR } }

const hasIncompleteTime = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('[name="neededBy"]')?.validity.badInput === true

/** Blood may be needed before there is a connection. */
const WaitingForConnection = () => (
  <>
    You're offline. Your request is kept in this tab and is sent as soon as you are back.
    {site.hotlineNumber && (
      <>
        {' '}
        If it can't wait, call <PhoneLink number={site.hotlineNumber} />.
      </>
    )}
  </>
)

type Props = {
  /** The blood group that the person has chosen before. */
  bloodGroup: BloodGroup | null
  onPosted: () => void
}

/** Posts a blood request. Shows its card beside it where there is room. */
export function BloodRequestForm({ bloodGroup, onPosted }: Props) {
  const post = usePostBloodRequest()
  const { question, askIfRefused } = usePostingQuestions()
  const form = useContractForm({
    schema,
    initial: { ...NEW_BLOOD_REQUEST, requiredBloodGroup: bloodGroup ?? '' },
    prepare: formOf,
    // A date without a time reads as empty.
    check: (): Fault | undefined => (hasIncompleteTime(form.ref.current) ? INCOMPLETE : undefined),
    send: bloodRequest =>
      askIfRefused(post, bloodRequest, field => {
        // Kept with the draft, so that a request that is sent later asks nothing again.
        if (field === 'isHospitalName') form.set('confirmedPlace', namesOfPlace(bloodRequest))
      }),
    onSent: onPosted,
    explain: refusal => explainFailure(refusal, 'Failed to submit blood request. Please try again.'),
    whileOffline: {
      waits: <WaitingForConnection />,
      sent: POSTED,
      sendLater: post,
    },
    draftKey: POSTING_DRAFT,
    survivesReload: true,
  })
  return (
    <div className={styles.columns}>
      <Card>
        <Form form={form} action="Post Request">
          <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} keepsOffline />
          <RequestFields text={form.text} />
          {question && <PostingDialog {...question} />}
        </Form>
      </Card>
      <div className={styles.preview}>
        <PreviewSection values={form.values} />
      </div>
    </div>
  )
}
