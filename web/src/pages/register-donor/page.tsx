import { registerDonor, DonorForm as schema } from '@blood-bank/contract/donors/profile'
import { SHOWN_REFUSALS_ABOUT_DONORS } from '@blood-bank/contract/refusals/donors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { EmailVerificationRequired } from '../../features/accounts/verification/email-verification-required.tsx'
import { WaitingRequest } from '../../features/blood-requests/waiting-request.tsx'
import { DonorFields, DonorFormSkeleton, NEW_DONOR } from '../../features/donors/donor-fields.tsx'
import { FitToGive } from '../../features/donors/fit-to-give.tsx'
import { OwnDonor } from '../../features/donors/own-donor.tsx'
import { setOwnDonor } from '../../features/donors/queries.ts'
import { AFTER_REGISTRATION, REGISTERED } from '../../features/donors/registered-notice.tsx'
import { Form } from '../../forms/form.tsx'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useActor } from '../../session/session.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PrivacyNote } from '../../ui/layout/privacy-note.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'

export function RegisterDonorPage() {
  const { emailVerified } = useActor()
  return (
    <Page
      title="Become a Donor"
      lead={
        <>
          People who need your blood group can find you. You can change everything later.
          <WaitingRequest />
        </>
      }
    >
      {emailVerified ? (
        <Registration />
      ) : (
        <EmailVerificationRequired>{registerDonor.unverifiedMessage}</EmailVerificationRequired>
      )}
    </Page>
  )
}

function Registration() {
  const { state } = useLocation()
  const [isRegistered, setIsRegistered] = useState(false)
  // A page that sent the person here to register gets them back.
  if (isRegistered) return <Navigate to={state?.returnTo ?? '/dashboard'} state={AFTER_REGISTRATION} />
  return (
    <Card>
      <OwnDonor waiting={<DonorFormSkeleton />}>
        {donor =>
          donor ? <AlreadyRegistered /> : <DonorRegistrationForm onRegistered={() => setIsRegistered(true)} />
        }
      </OwnDonor>
    </Card>
  )
}

const AlreadyRegistered = () => (
  <>
    <p>{SHOWN_REFUSALS_ABOUT_DONORS['already-a-donor'].message}</p>
    <div>
      <LinkButton to="/edit-donor-profile">Edit Donor Profile</LinkButton>
    </div>
  </>
)

/** Registers the actor as a donor. */
function DonorRegistrationForm({ onRegistered }: { onRegistered: () => void }) {
  const client = useQueryClient()
  const bloodGroup = useBloodGroupInUrl() ?? ''
  const form = useContractForm({
    schema,
    initial: { ...NEW_DONOR, bloodGroup },
    send: async values => {
      const donor = await call(registerDonor, { body: values })
      // Before the profile is cached: the page then replaces this form.
      onRegistered()
      setOwnDonor(client, donor)
    },
    explain: refusal =>
      explainFailure(refusal, `Failed to register donor. Please try again. ${refusal.message}`),
    whileOffline: {
      waits: "You're offline. Your registration is kept in this tab and is sent as soon as you are back.",
      sent: REGISTERED,
    },
    draftKey: 'register-donor',
  })
  return (
    <Form form={form} action="Register as Donor">
      <LeaveGuard isUnsaved={form.isUnsaved} onLeave={form.reset} keepsOffline />
      <DonorFields form={form} />
      <SmallPrint>
        <FitToGive />
      </SmallPrint>
      <PrivacyNote />
    </Form>
  )
}
