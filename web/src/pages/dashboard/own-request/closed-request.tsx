import { type BloodRequest, STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { CONTACT_AFTER_DONATION_HOURS } from '@blood-bank/contract/offers/endpoints'
import { useState } from 'react'
import { site } from '../../../api/site.ts'
import { ActionButtons } from '../../../features/blood-requests/actions/action-buttons.tsx'
import type { RequestedAction } from '../../../features/blood-requests/actions/actions.ts'
import { receivedOffersKey, useReceivedOffers } from '../../../features/offers/queries.ts'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { Stack } from '../../../ui/layout/stack.tsx'
import { formatDayOfYear, formatDuration } from '../../../ui/records/dates.ts'
import { ReceivedOffers } from '../received-offers/received-offers.tsx'
import styles from './closed-request.module.css'
import { FoldedFacts } from './folded-facts.tsx'
import { PostAgainButton } from './post-again-button.tsx'
import { ThankDonors } from './thanks/thank-donors.tsx'

type Props = {
  bloodRequest: BloodRequest
  /** Id of the request's heading. */
  describedBy: string
  onAction: (requested: RequestedAction) => void
}

/** What became of a request, in two lines; the rest on a press. */
export function ClosedRequest({ bloodRequest, describedBy, onAction }: Props) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { unitsGiven, patientName, requestedAt, closedAt } = bloodRequest
  const gave = unitsGiven > 0 ? ` (${unitsGiven} ${unitsGiven === 1 ? 'donor' : 'donors'} gave)` : ''
  const day = formatDayOfYear(closedAt ?? requestedAt, site.timeZone)
  return (
    <div className={styles.closed}>
      {mayKnowNames(bloodRequest) ? (
        <OutcomeWithNames bloodRequest={bloodRequest} />
      ) : (
        <Outcome bloodRequest={bloodRequest} names={[]} />
      )}
      <ThankDonors bloodRequest={bloodRequest} describedBy={describedBy} />
      <FoldedFacts
        bloodRequest={bloodRequest}
        summary={`${day}, for ${patientName}${gave}`}
        onToggle={setIsUnfolded}
      >
        {isUnfolded && unitsGiven > 0 && <Donations bloodRequest={bloodRequest} describedBy={describedBy} />}
        <Stack row>
          <PostAgainButton bloodRequest={bloodRequest} describedBy={describedBy} />
          <ActionButtons bloodRequest={bloodRequest} onAction={onAction} describedBy={describedBy} />
        </Stack>
      </FoldedFacts>
    </div>
  )
}

/** Names are shown for some time after a donation. Offers of all closed requests would be too many to fetch. */
const mayKnowNames = ({ status, unitsGiven, closedAt }: BloodRequest): boolean =>
  status === 'fulfilled' &&
  unitsGiven > 0 &&
  closedAt !== null &&
  currentTime().getTime() - Date.parse(closedAt) < CONTACT_AFTER_DONATION_HOURS * HOUR_MS

function OutcomeWithNames({ bloodRequest }: { bloodRequest: BloodRequest }) {
  const { data } = useReceivedOffers(bloodRequest.id)
  const donated = (data?.pages.flat() ?? []).filter(({ status }) => status === 'donated')
  return <Outcome bloodRequest={bloodRequest} names={donated.flatMap(({ donor }) => donor?.fullName ?? [])} />
}

/** "✓ Fulfilled in 7 minutes by Sadia Islam" */
function Outcome({ bloodRequest, names }: { bloodRequest: BloodRequest; names: string[] }) {
  const { status, requestedAt, closedAt } = bloodRequest
  if (status !== 'fulfilled') return <p className={styles.cancelled}>{STATUS_LABELS[status]}</p>
  const time = closedAt ? ` in ${formatDuration(new Date(requestedAt), new Date(closedAt))}` : ''
  const by = names.length > 0 ? ` by ${new Intl.ListFormat('en-US').format(names)}` : ''
  return (
    <p className={styles.fulfilled}>
      <span aria-hidden="true">✓</span> <span>{STATUS_LABELS[status] + time + by}</span>
    </p>
  )
}

function Donations({ bloodRequest, describedBy }: Omit<Props, 'onAction'>) {
  const list = useOptimisticList(useReceivedOffers(bloodRequest.id), receivedOffersKey(bloodRequest.id))
  const shown = list.data?.pages.flat() ?? []
  return <ReceivedOffers bloodRequest={bloodRequest} list={list} shown={shown} describedBy={describedBy} />
}
