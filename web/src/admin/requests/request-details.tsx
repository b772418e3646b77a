import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import type { BloodRequestRecord } from '@blood-bank/contract/blood-requests/administration'
import type { ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { Moment } from '../../api/moment.tsx'
import { refreshBloodRequests } from '../../features/blood-requests/queries.ts'
import {
  receivedOffersKey,
  recordDonation,
  releaseDonor,
  removeDonation,
  useReceivedOffers,
} from '../../features/offers/queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { formatDay } from '../../ui/records/dates.ts'
import { LineSkeleton } from '../../ui/records/skeleton.tsx'
import { RecordHistory } from '../audit-log/record-history.tsx'
import { DialogRecord, useRecordEditing } from '../dialogs/dialog-record.tsx'
import { RecordsList } from '../dialogs/records-list.tsx'
import { SheetSection } from '../listing/sheet/sheet-section.tsx'

type Props = { bloodRequest: BloodRequestRecord }

/** Who was asked for a blood request, who offered, and what admins did. Admins release donors, and record or undo donations. */
export function RequestDetails({ bloodRequest: { id, status } }: Props) {
  const client = useQueryClient()
  /** The lists of requests count the offers. */
  const refresh = async () => {
    void refreshBloodRequests(client)
    await client.invalidateQueries({ queryKey: receivedOffersKey(id) })
  }
  return (
    <>
      <SheetSection title="Who was asked">
        <Asked id={id} isActive={status === 'active'} />
        <RecordsList
          label="Offers"
          list={useReceivedOffers(id)}
          failed="Failed to load the offers."
          none="Nobody has offered to donate for this request yet."
          renderRecord={(offer, onChanged) => (
            <OfferItem offer={offer} refresh={refresh} onChanged={onChanged} />
          )}
        />
      </SheetSection>
      <RecordHistory id={id} />
    </>
  )
}

/** About how many donors were asked, as its owner is told: nobody learns whether a certain one was. */
function Asked({ id, isActive }: { id: string; isActive: boolean }) {
  const progress = useQuery({
    queryKey: ['alerts', id],
    meta: { live: ['admin-blood-requests'] },
    queryFn: ({ signal }) => call(readAlertProgress, { params: { id } }, { signal }),
  })
  if (progress.isError) return <FetchFailure query={progress} failed="Failed to load who was asked." />
  if (!progress.data) return <LineSkeleton />
  const { donorsAsked, askedAt, asksAgainAt, isHeldBack } = progress.data
  if (isHeldBack)
    return (
      <p key="held">
        Held back, because many new members have posted today: no donor is asked until an admin says that the
        request is real.
      </p>
    )
  if (!askedAt) return <p key="none">No donor has been asked yet.</p>
  return (
    <p key="asked">
      <span>{`We asked ${donorsAsked === 'a few' ? 'whom we could' : `${donorsAsked} donors`}, last on`}</span>{' '}
      <Moment at={askedAt} />.
      {isActive && asksAgainAt && (
        <span>
          {' '}
          We look again on <Moment at={asksAgainAt} />.
        </span>
      )}
    </p>
  )
}

type OfferItemProps = {
  offer: ReceivedOffer
  /** Refetches what changes with an offer. */
  refresh: () => Promise<void>
  onChanged: () => void
}

/** An offer with the actions of an admin. Names are shown while requester and donor see each other's contact. */
function OfferItem({ offer, refresh, onChanged }: OfferItemProps) {
  const { id, status, offeredAt, donor, donation } = offer
  const editing = useRecordEditing({ refresh, onChanged })
  const nameId = useId()
  return (
    <DialogRecord
      editing={editing}
      title={
        <>
          <span id={nameId}>{donor?.fullName ?? 'A donor'}</span>
          {donor && <Badge tone="blood">{donor.bloodGroup}</Badge>}
        </>
      }
      details={
        <>
          Offered on <Moment at={offeredAt} />. <span>{describeOutcome(offer)}</span>
        </>
      }
      failed="Failed to change the offer. Please try again."
      dateForm={{
        action: 'Save donation',
        send: ({ donatedOn }) => recordDonation(id, donatedOn).then(refresh),
      }}
      undo={donation && (() => removeDonation(donation.id).then(refresh))}
    >
      {status === 'offered' && (
        <>
          <Button aria-describedby={nameId} onClick={editing.enterDate}>
            Record donation
          </Button>
          <Button
            aria-describedby={nameId}
            isBusy={editing.isSending}
            onClick={() => editing.send(() => releaseDonor(id).then(refresh))}
          >
            Not needed
          </Button>
        </>
      )}
      {donation?.isUnconfirmed && (
        <Button
          aria-describedby={nameId}
          isBusy={editing.isSending}
          onClick={() => editing.send(() => recordDonation(id, donation.donatedOn).then(refresh))}
        >
          They gave
        </Button>
      )}
      {donation && (
        <Button aria-describedby={nameId} onClick={editing.askToUndo}>
          Undo donation
        </Button>
      )}
    </DialogRecord>
  )
}

function describeOutcome({ status, donation, turnedAway }: ReceivedOffer): string {
  switch (status) {
    case 'offered':
      return 'The offer is open.'
    case 'withdrawn':
      return 'The donor can no longer come.'
    case 'released':
      return turnedAway
        ? "The donor came, but the hospital couldn't take them."
        : 'The donor was told that they are not needed.'
    case 'donated': {
      const day = donation ? ` on ${formatDay(donation.donatedOn)}` : ''
      return donation?.isUnconfirmed ? `The donor says that they gave${day}.` : `Donated${day}.`
    }
  }
}
