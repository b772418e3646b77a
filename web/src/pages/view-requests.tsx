import { HOSPITAL_TESTS } from '@blood-bank/contract/rules/compatibility'
import { ActiveBloodRequests } from '../features/blood-requests/lists/active-blood-requests.tsx'
import { useOwnDonor } from '../features/donors/queries.ts'
import { OfferButton } from '../features/offers/offering/offer-button.tsx'
import { OfferGuidance } from '../features/offers/offering/offer-guidance.tsx'
import { OfferStatus } from '../features/offers/offering/offer-status.tsx'
import { Offering } from '../features/offers/offering/offering.tsx'
import { DonorsWhoGaveQuestion } from '../features/offers/received/donors-who-gave-question.tsx'
import { OfflineAccessLink } from '../features/offline-access/offline-access-link.tsx'
import { Page } from '../ui/layout/page.tsx'
import { SmallPrint } from '../ui/layout/small-print.tsx'
import { Stack } from '../ui/layout/stack.tsx'

const CARD_PARTS = { Details: OfferStatus, Buttons: OfferButton }

export function ViewRequestsPage() {
  return (
    <Page
      title="Blood Requests"
      lead="These members need blood now. Offer to donate, or call them."
      width="wide"
    >
      <Stack>
        <OfflineAccessLink />
        <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
      </Stack>
      <Offering donor={useOwnDonor()}>
        <ActiveBloodRequests
          intro={<OfferGuidance />}
          parts={CARD_PARTS}
          DonorsQuestion={DonorsWhoGaveQuestion}
        />
      </Offering>
    </Page>
  )
}
