import {
  NEEDED_BY_UNCLEAR,
  postBloodRequest,
  BloodRequestForm as schema,
} from '@blood-bank/contract/blood-requests/posting'
import type { Fault } from '@blood-bank/contract/forms'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { explainFailure } from '../../api/explain-failure.ts'
import { site } from '../../api/site.ts'
import { EmailVerificationRequired } from '../../features/accounts/verification/email-verification-required.tsx'
import { namesOfPlace, POSTING_DRAFT } from '../../features/blood-requests/queries.ts'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useActor } from '../../session/session.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PhoneLink } from '../../ui/phone/phone-link.tsx'
import styles from './page.module.css'
import { usePosting } from './posting.tsx'
import { PreviewSection } from './preview.tsx'
import { formOf, NEW_BLOOD_REQUEST, RequestFields } from './request-fields.tsx'

/** How long the success message is shown before the dashboard opens (spec §9). */
const REDIRECT_AFTER_POST_MS = 2_000

/** Says that a request was posted (spec §8). */
const POSTED = 'Blood request submitted successfully!'

export function PostRequestPage() {
  const { emailVerified } = useActor()
  const [isPosted, setIsPosted] = useState(false)
  if (isPosted) return <Posted />
  return (
    <Page title="Post a blood request" lead="Ask the hospital's own blood bank first." width="wide">
      {emailVerified ? (
        <BloodRequestForm onPosted={() => setIsPosted(true)} />
      ) : (
        <EmailVerificationRequired>{postBloodRequest.unverifiedMessage}</EmailVerificationRequired>
      )}
    </Page>
  )
}

/**
 * Replaces the form, so that it can't be sent twice, and has nothing to press: the dashboard opens before anybody could
 * (spec §8), and can do everything.
 */
function Posted() {
  const navigate = useNavigate()
  // After a reload, the heading leaves the page where it was scrolled to: at the end of the form. In braces: Chromium's
  // scrollTo returns a promise, which React would take for a clean-up function.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/dashboard'), REDIRECT_AFTER_POST_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Page title="Request posted">
      <Notice kind="success">{POSTED}</Notice>
      <p>
        <strong>We are asking donors now.</strong> Your dashboard opens.
      </p>
    </Page>
  )
}

const INCOMPLETE = { message: NEEDED_BY_UNCLEAR, fields: { neededBy: NEEDED_BY_UNCLEAR } }

/** Whether there is a date without a time, which reads as empty. */
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

/** Posts a blood request. Shows its card beside it where there is room. */
function BloodRequestForm({ onPosted }: { onPosted: () => void }) {
  const bloodGroup = useBloodGroupInUrl()
  const { post, postOrAsk, question } = usePosting()
  const form = useContractForm({
    schema,
    initial: { ...NEW_BLOOD_REQUEST, requiredBloodGroup: bloodGroup ?? '' },
    prepare: formOf,
    check: (): Fault | undefined => (hasIncompleteTime(form.ref.current) ? INCOMPLETE : undefined),
    send: bloodRequest =>
      // Saved with the draft, so that a request that is sent later asks nothing again.
      postOrAsk(bloodRequest, () => form.set('confirmedPlace', namesOfPlace(bloodRequest))),
    onSent: onPosted,
    explain: refusal => explainFailure(refusal, 'Failed to submit blood request. Please try again.'),
    whileOffline: { waits: <WaitingForConnection />, sent: POSTED, sendLater: post },
    draftKey: POSTING_DRAFT,
    survivesReload: true,
  })
  return (
    <div className={styles.columns}>
      <Card>
        <Form form={form} action="Post Request">
          <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} keepsOffline />
          <RequestFields text={form.text} checkbox={form.checkbox} />
          {question}
        </Form>
      </Card>
      <div className={styles.preview}>
        <PreviewSection values={form.values} />
      </div>
    </div>
  )
}
