import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { EmailVerificationRequired } from '../../features/accounts/verification/email-verification-required.tsx'
import { useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { useActor } from '../../session/session.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { BloodRequestForm, POSTED } from './blood-request-form.tsx'

/** How long the success message is shown before the dashboard opens (spec §9). */
const REDIRECT_AFTER_POST_MS = 2_000

export function PostRequestPage() {
  const { emailVerified } = useActor()
  const bloodGroup = useBloodGroupInUrl()
  const [isPosted, setIsPosted] = useState(false)
  if (isPosted) return <Posted />
  return (
    <Page title="Post a blood request" lead="Every member sees it at once." width="wide">
      {emailVerified ? (
        <BloodRequestForm bloodGroup={bloodGroup} onPosted={() => setIsPosted(true)} />
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
