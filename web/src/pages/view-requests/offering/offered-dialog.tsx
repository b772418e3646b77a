import type { OwnOffer } from '@blood-bank/contract/offers/endpoints'
import { Arrival, thanksFor } from '../../../features/offers/arrival.tsx'
import { OWN_OFFERS, useSayingOnTheWay } from '../../../features/offers/queries.ts'
import { withdrawal } from '../../../features/offers/withdrawal.ts'
import { ChangeDialog } from '../../../lists/changes/change-dialog.tsx'
import { outcomeNoticeOf } from '../../../lists/changes/outcome-notice.tsx'
import { type AskedChange, useChanges } from '../../../lists/changes/use-changes.ts'
import { refreshRecords } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import type { useOffering } from './use-offering.ts'

type Props = {
  offering: ReturnType<typeof useOffering>
  /** The offer that stands. */
  offer: OwnOffer
  donorName: string | undefined
}

/** What a donor does next who has just offered. My Offers shows the same later. */
export function OfferedDialog({ offering, offer, donorName }: Props) {
  const saying = useSayingOnTheWay(offer)
  const changes = useChanges<OwnOffer, AskedChange<OwnOffer>>({
    queryKey: OWN_OFFERS,
    refresh: refreshRecords,
  })
  const { asked } = offering
  return (
    <>
      <Dialog
        isOpen={offering.offeredId === offer.id}
        title={thanksFor(donorName)}
        onClose={offering.close}
        // The pressed button is gone, and the card if the request was closed meanwhile.
        focusAfter={() => (asked && document.getElementById(asked.headingId)) ?? document.querySelector('h1')}
      >
        <Arrival offer={offer} saying={saying} />
        <SmallPrint>
          {`${offer.contact?.contactPerson ?? 'The member who posted this'} can see your name and number until the request closes or you can't come. You find this on your dashboard, too.`}
        </SmallPrint>
        {outcomeNoticeOf(changes, offer.id)}
        <Stack row>
          <Button onClick={offering.close}>Close</Button>
          <Button variant="quiet" onClick={() => changes.ask(withdrawal(offer))}>
            I can't come after all
          </Button>
        </Stack>
      </Dialog>
      <ChangeDialog changes={changes} focusAfter={() => null} />
    </>
  )
}
