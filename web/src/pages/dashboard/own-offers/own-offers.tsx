import type { OwnOffer } from '@blood-bank/contract/offers/endpoints'
import { useRef } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { MY_OFFERS_ID, OWN_OFFERS, useOwnOffers } from '../../../features/offers/queries.ts'
import { ChangeDialog } from '../../../lists/changes/change-dialog.tsx'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { outcomeNoticeOf } from '../../../lists/changes/outcome-notice.tsx'
import { type AskedChange, useChanges } from '../../../lists/changes/use-changes.ts'
import { EndlessList } from '../../../lists/endless-list.tsx'
import { useSteadyRecords } from '../../../lists/steady/use-steady-records.ts'
import { refreshRecords } from '../../../session/refresh-records.ts'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { OwnOfferCard, offerHeadingId } from './own-offer-card.tsx'
import { contactWithdrawal, withdrawal } from './withdrawal.ts'

/** The actor's offers: the standing one first, which can be withdrawn, then what became of the others. */
export function OwnOffers() {
  const heading = useRef<HTMLHeadingElement>(null)
  const steady = useSteadyRecords<OwnOffer, ReturnType<typeof useOwnOffers>>(useOwnOffers(), OWN_OFFERS)
  const list = useOptimisticList<OwnOffer, typeof steady>(steady, OWN_OFFERS)
  const changes = useChanges<OwnOffer, AskedChange<OwnOffer>>({
    queryKey: OWN_OFFERS,
    refresh: refreshRecords,
  })
  return (
    <Section title="My Offers" id={MY_OFFERS_ID} headingRef={heading}>
      <EndlessList
        list={list}
        failure={error => explainFailure(error, 'Failed to load your offers.')}
        none="You have not offered to donate yet."
        next={<LinkButton to="/view-requests">View Requests</LinkButton>}
        noun={['offer', 'offers']}
      >
        {offer => (
          <OwnOfferCard
            offer={offer}
            onWithdraw={() =>
              changes.ask(offer.status === 'donated' ? contactWithdrawal(offer) : withdrawal(offer))
            }
            problem={outcomeNoticeOf(changes, offer.id)}
          />
        )}
      </EndlessList>
      <ChangeDialog
        changes={changes}
        focusAfter={offer => document.getElementById(offerHeadingId(offer)) ?? heading.current}
      />
    </Section>
  )
}
