import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { EmailVerificationRequired } from '../../features/accounts/verification/email-verification-required.tsx'
import { NextSteps } from '../../features/blood-requests/next-steps.tsx'
import { useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { usePageActor } from '../../session/session.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { BloodRequestForm } from './blood-request-form.tsx'
import { PreviewCard } from './preview/preview-card.tsx'

/** How long the success message is shown before the dashboard opens (spec §9). */
export const REDIRECT_AFTER_POST_MS = 2_000

export function PostRequestPage() {
  const { emailVerified } = usePageActor()
  const bloodGroup = useBloodGroupInUrl()
  const [posted, setPosted] = useState<BloodRequest | null>(null)
  if (posted) return <Posted bloodRequest={posted} />
  return (
    <Page
      title="Post a blood request"
      lead="Every signed-in member can see it at once."
      form={emailVerified && <BloodRequestForm bloodGroup={bloodGroup} onPosted={setPosted} />}
    >
      {emailVerified || (
        <EmailVerificationRequired>{postBloodRequest.unverifiedMessage}</EmailVerificationRequired>
      )}
    </Page>
  )
}

/**
 * Replaces the form, so that it can't be sent twice. The card beneath stays, and is live. The dashboard opens whatever the
 * person does on this page meanwhile (spec §8): its card can do the same.
 */
function Posted({ bloodRequest }: { bloodRequest: BloodRequest }) {
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
    <Page title="Request posted" lead="You will find it on your dashboard.">
      <Notice kind="success">Blood request submitted successfully!</Notice>
      <Stack row>
        <NextSteps bloodRequest={bloodRequest} isPrimary />
        <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
      </Stack>
      <Section title="Donors see it now">
        <PreviewCard bloodRequest={bloodRequest} isLive />
      </Section>
    </Page>
  )
}
