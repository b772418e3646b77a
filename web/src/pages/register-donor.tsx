import { registerDonor } from '@blood-bank/contract/donors'
import { REFUSALS } from '@blood-bank/contract/errors'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { useActor } from '../api/session.ts'
import { EmailVerificationRequired } from '../features/accounts/email-verification-required.tsx'
import { DonorFormSkeleton } from '../features/donors/donor-fields.tsx'
import { DonorRegistrationForm } from '../features/donors/donor-registration-form.tsx'
import { OwnDonor } from '../features/donors/own-donor.tsx'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'

export function RegisterDonorPage() {
  const { emailVerified } = useActor()
  return (
    <Page
      title="Become a Donor"
      lead="Others of your blood group will find you when they need you. You can change everything later."
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
  const [isRegistered, setIsRegistered] = useState(false)
  if (isRegistered) return <Navigate to="/dashboard" />
  return (
    <Card>
      <OwnDonor waiting={<DonorFormSkeleton />}>
        {donor =>
          donor ? <AlreadyDonor /> : <DonorRegistrationForm onRegistered={() => setIsRegistered(true)} />
        }
      </OwnDonor>
    </Card>
  )
}

const AlreadyDonor = () => (
  <>
    <p>{REFUSALS['already-a-donor'].message}</p>
    <div>
      <LinkButton to="/edit-donor-profile">Edit Donor Profile</LinkButton>
    </div>
  </>
)
