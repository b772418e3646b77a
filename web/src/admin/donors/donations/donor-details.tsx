import { requiredGroupOf } from '@blood-bank/contract/blood-requests/descriptions'
import type { DonorRecord } from '@blood-bank/contract/donors/administration'
import { DONATED_COMPONENT_LABELS } from '@blood-bank/contract/donors/components'
import type { Donation, DonationRecorder } from '@blood-bank/contract/offers/donations'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { Moment } from '../../../api/moment.tsx'
import { useHalls } from '../../../features/donors/halls.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatDay } from '../../../ui/records/dates.ts'
import { Facts } from '../../../ui/records/facts.tsx'
import { RecordHistory } from '../../audit-log/record-history.tsx'
import { DialogRecord, useRecordEditing } from '../../dialogs/dialog-record.tsx'
import { DonationDateForm } from '../../dialogs/donation-date-form.tsx'
import { RecordsList } from '../../dialogs/records-list.tsx'
import { SheetSection } from '../../listing/sheet/sheet-section.tsx'
import { type DonationChanges, donationChanges, useDonationsOf, useStandingOfferOf } from './queries.ts'

type Props = { donor: DonorRecord }

/** The donations of a donor, the offer that stands, and what admins did. Admins record, correct and undo donations. */
export function DonorDetails({ donor: { id, hallId } }: Props) {
  const client = useQueryClient()
  const changes = useMemo(() => donationChanges(client, id), [client, id])
  return (
    <>
      {hallId !== null && <HallFact id={hallId} />}
      <SheetSection title="Donations">
        <StandingOffer donorId={id} />
        <RecordsList
          label="Donations"
          list={useDonationsOf(id)}
          failed="Failed to load the donations."
          none="No donation has been recorded yet."
          renderRecord={(donation, onChanged) => (
            <DonationItem donation={donation} changes={changes} onChanged={onChanged} />
          )}
        />
        <DonationDateForm
          action="Record donation"
          component="blood"
          send={changes.record}
          onRefused={changes.refresh}
        />
      </SheetSection>
      <RecordHistory id={id} />
    </>
  )
}

/** Has its line before the name is known. */
const HallFact = ({ id }: { id: string }) => (
  <Facts facts={{ Hall: useHalls().data?.find(hall => hall.id === id)?.name ?? 'Loading...' }} />
)

function StandingOffer({ donorId }: { donorId: string }) {
  const offer = useStandingOfferOf(donorId)
  if (offer.isError) return <FetchFailure query={offer} failed="Failed to load the offers." />
  if (!offer.data) return <p>{offer.isPending ? 'Loading...' : 'No open offer at the moment.'}</p>
  const { bloodRequest, offeredAt } = offer.data
  const place = bloodRequest ? ` at ${bloodRequest.hospitalName}` : ''
  return (
    <p key="offer">
      <span>{`Has offered to donate for the ${requiredGroupOf(offer.data)} request${place} since`}</span>{' '}
      <Moment at={offeredAt} />.
    </p>
  )
}

const RECORDED_BY: Record<DonationRecorder, string> = {
  donor: 'Added by the donor.',
  requester: 'Recorded by the member who posted the request.',
  admin: 'Recorded by an admin.',
}

type DonationItemProps = { donation: Donation; changes: DonationChanges; onChanged: () => void }

/** A donation with the actions of an admin: correct it, undo, and decide a dispute. */
function DonationItem({ donation, changes, onChanged }: DonationItemProps) {
  const { id, component, donatedOn, recordedBy, disputedAt } = donation
  const editing = useRecordEditing({ refresh: changes.refresh, onChanged })
  const dayId = useId()
  return (
    <DialogRecord
      editing={editing}
      title={
        <>
          <time id={dayId} dateTime={donatedOn}>
            {formatDay(donatedOn)}
          </time>
          {component !== 'blood' && <Badge>{DONATED_COMPONENT_LABELS[component]}</Badge>}
          {disputedAt && <Badge tone="warning">Disputed</Badge>}
        </>
      }
      details={
        RECORDED_BY[recordedBy] +
        (disputedAt
          ? " The donor says that it did not happen. Until you decide, it doesn't count toward when they can give again."
          : '')
      }
      failed="Failed to change the donation. Please try again."
      dateForm={{ action: 'Save', initial: donatedOn, component, send: given => changes.correct(id, given) }}
      undo={() => changes.undo(id)}
    >
      {disputedAt && (
        <Button
          aria-describedby={dayId}
          isBusy={editing.isSending}
          onClick={() => editing.send(() => changes.correct(id, { donatedOn }))}
        >
          It happened
        </Button>
      )}
      <Button aria-describedby={dayId} onClick={editing.enterDate}>
        Correct
      </Button>
      <Button aria-describedby={dayId} onClick={editing.askToUndo}>
        {disputedAt ? "It didn't happen" : 'Undo'}
      </Button>
    </DialogRecord>
  )
}
