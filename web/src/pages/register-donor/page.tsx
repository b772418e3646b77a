import { registerDonor } from '@blood-bank/contract/donors/profile'
import { REFUSALS_ABOUT_DONORS } from '@blood-bank/contract/refusals/donors'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { EmailVerificationRequired } from '../../features/accounts/verification/email-verification-required.tsx'
import { WaitingRequest } from '../../features/blood-requests/waiting-request.tsx'
import { DonorFormSkeleton } from '../../features/donors/donor-fields.tsx'
import { OwnDonor } from '../../features/donors/own-donor.tsx'
import { AFTER_REGISTRATION } from '../../features/donors/registered-notice.tsx'
import { useActor } from '../../session/session.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { DonorRegistrationForm } from './donor-registration-form.tsx'

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
    <p>{REFUSALS_ABOUT_DONORS['already-a-donor'].message}</p>
    <div>
      <LinkButton to="/edit-donor-profile">Edit Donor Profile</LinkButton>
    </div>
  </>
)
