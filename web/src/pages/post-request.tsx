import { postBloodRequest } from '@blood-bank/contract/posting'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { EmailVerificationRequired } from '../features/accounts/verification/email-verification-required.tsx'
import { BloodRequestForm } from '../features/blood-requests/blood-request-form.tsx'
import { useActor } from '../session/session.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Page } from '../ui/layout/page.tsx'

/** How long the success message is shown before the dashboard opens (spec §9). */
export const REDIRECT_AFTER_POST_MS = 2_000

export function PostRequestPage() {
  const { emailVerified } = useActor()
  const [isPosted, setIsPosted] = useState(false)
  if (isPosted) return <Posted />
  return (
    <Page
      title="Post a blood request"
      lead="Every signed-in member can see it at once."
      form={
        emailVerified && (
          <Card>
            <BloodRequestForm onPosted={() => setIsPosted(true)} />
          </Card>
        )
      }
    >
      {emailVerified || (
        <EmailVerificationRequired>{postBloodRequest.unverifiedMessage}</EmailVerificationRequired>
      )}
    </Page>
  )
}

/** Replaces the form, so that it can't be sent twice. */
function Posted() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/dashboard'), REDIRECT_AFTER_POST_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Page title="Request posted" lead="You will find it on your dashboard.">
      <Notice kind="success">Blood request submitted successfully!</Notice>
      <div>
        <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
      </div>
    </Page>
  )
}
