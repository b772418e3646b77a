import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { EmailVerificationRequired } from '../../features/accounts/verification/email-verification-required.tsx'
import { DonorFormSkeleton } from '../../features/donors/donor-fields.tsx'
import { NoDonorProfile } from '../../features/donors/no-donor-profile.tsx'
import { OwnDonor } from '../../features/donors/own-donor.tsx'
import { useActor } from '../../session/session.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { DonorProfileForm } from './donor-profile-form.tsx'

export function EditDonorProfilePage() {
  const { emailVerified } = useActor()
  return (
    <Page
      title="Edit Donor Profile"
      lead="People who need blood find you by your profile. What you change shows in searches as soon as you save it."
    >
      {emailVerified ? (
        <Card>
          <OwnDonor isFresh waiting={<DonorFormSkeleton />}>
            {donor =>
              donor ? (
                <DonorProfileForm donor={donor} />
              ) : (
                <NoDonorProfile>
                  No donor profile found to edit. Please register as a donor first.
                </NoDonorProfile>
              )
            }
          </OwnDonor>
        </Card>
      ) : (
        <EmailVerificationRequired>{updateOwnDonor.unverifiedMessage}</EmailVerificationRequired>
      )}
    </Page>
  )
}
