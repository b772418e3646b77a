import { formatCalendarDate } from '@blood-bank/contract/calendar-dates'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { type Donation, listOwnDonations } from '@blood-bank/contract/offers/donations'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { explainFailure } from '../../../api/explain-failure.ts'
import { ChangeDialog } from '../../../lists/changes/change-dialog.tsx'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { outcomeNoticeOf } from '../../../lists/changes/outcome-notice.tsx'
import { type AskedChange, useChanges } from '../../../lists/changes/use-changes.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useRecords } from '../../../lists/use-records.ts'
import { refreshRecords } from '../../../session/refresh-records.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FetchFailure } from '../../../ui/feedback/fetch-failure.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import { AddDonationDialog } from './add-donation-dialog.tsx'
import { dispute, removal } from './changes.ts'
import { donationElementId, OwnDonationItem } from './own-donation-item.tsx'
import styles from './own-donations.module.css'

/** Key of the actor's donations. */
const OWN_DONATIONS = ['donations', 'mine']

/** The actor's donations, the latest first, page by page. */
const useOwnDonations = () =>
  useRecords({
    queryKey: OWN_DONATIONS,
    live: ['own-donor-profile'],
    fetchPage: (query, options) => call(listOwnDonations, { query }, options),
  })

const explain = (error: Error) => explainFailure(error, 'Failed to load your donations.')

/**
 * How often the actor gave, when they can give again, and their donations. `eligibleFrom` is null if they can give today,
 * and undefined until it is known.
 */
export function OwnDonations({ eligibleFrom }: { eligibleFrom: string | null | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useOptimisticList<Donation, ReturnType<typeof useOwnDonations>>(
    useOwnDonations(),
    OWN_DONATIONS,
  )
  const changes = useChanges<Donation, AskedChange<Donation>>({
    queryKey: OWN_DONATIONS,
    refresh: refreshRecords,
  })
  const [isAdding, setIsAdding] = useState(false)
  const donations = list.data?.pages.flat() ?? []
  return (
    <Card title="My Donations" headingRef={heading}>
      {!list.isFetchNextPageError && <FetchFailure query={list} failure={explain} />}
      {(list.isPending || eligibleFrom === undefined) && (
        <Skeleton status="Loading...">
          <Line />
        </Skeleton>
      )}
      {list.data && eligibleFrom !== undefined && (
        <p>
          {describeCount((list.data.total ?? 0) - donations.filter(({ disputedAt }) => disputedAt).length)}{' '}
          {describeNext(eligibleFrom)}
        </p>
      )}
      {donations.length > 0 && (
        <ul className={styles.list}>
          {donations.map(donation => (
            <OwnDonationItem
              key={donation.id}
              donation={donation}
              onDispute={() => changes.ask(dispute(donation))}
              onRemove={() => changes.ask(removal(donation))}
              problem={outcomeNoticeOf(changes, donation.id)}
            />
          ))}
        </ul>
      )}
      <LoadMore pages={list} failure={explain} />
      <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
      <div>
        <Button onClick={() => setIsAdding(true)}>Add a donation</Button>
      </div>
      <ChangeDialog
        changes={changes}
        focusAfter={donation => document.getElementById(donationElementId(donation)) ?? heading.current}
      />
      {isAdding && <AddDonationDialog onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

const describeCount = (count: number) =>
  count === 0
    ? 'No donation of yours is recorded yet.'
    : `You have given ${count === 1 ? 'once' : `${count} times`}.`

const describeNext = (eligibleFrom: string | null) =>
  eligibleFrom ? `You can give again from ${formatCalendarDate(eligibleFrom)}.` : 'You can give now.'
