import { OwnBloodRequests } from '../features/blood-requests/lists/own-blood-requests.tsx'
import { DonorProfile, DonorProfileSkeleton } from '../features/donors/donor-profile.tsx'
import { NoDonorProfile } from '../features/donors/no-donor-profile.tsx'
import { OwnDonor } from '../features/donors/own-donor.tsx'
import { Link } from '../ui/controls/link.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Page } from '../ui/layout/page.tsx'

export function DashboardPage() {
  return (
    <Page
      title="Dashboard"
      lead={
        <>
          <Link to="/account">Account</Link>: your data, your password, and where you're signed in.
        </>
      }
      width="wide"
    >
      <Card title="My Donor Profile">
        <OwnDonor waiting={<DonorProfileSkeleton />}>
          {donor =>
            donor ? (
              <DonorProfile donor={donor} />
            ) : (
              <NoDonorProfile>
                You aren't registered as a donor yet. It takes two minutes, and you decide who sees your
                number.
              </NoDonorProfile>
            )
          }
        </OwnDonor>
      </Card>
      <OwnBloodRequests />
    </Page>
  )
}
