import type { OwnDonation } from '@blood-bank/contract/offers/donations'
import { useRef } from 'react'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { ChangeDialog } from '../../../lists/changes/change-dialog.tsx'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { outcomeNoticeOf } from '../../../lists/changes/outcome-notice.tsx'
import { type AskedChange, useChanges } from '../../../lists/changes/use-changes.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { refreshRecords } from '../../../session/session.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { LineSkeleton } from '../../../ui/records/skeleton.tsx'
import { ADD_DONATION_ID } from './add-donation.tsx'
import { dispute, removal } from './changes.ts'
import { donationElementId, OwnDonationItem } from './own-donation-item.tsx'
import styles from './own-donations.module.css'
import { givenOf, OWN_DONATIONS, type useOwnDonations } from './queries.ts'

const FAILED = 'Failed to load your donations.'

type Props = { recorded: ReturnType<typeof useOwnDonations> }

/** How often the actor gave, and their donations; nothing for who has not given yet. */
export function OwnDonations({ recorded }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useOptimisticList<OwnDonation, Props['recorded']>(recorded, OWN_DONATIONS)
  const changes = useChanges<OwnDonation, AskedChange<OwnDonation>>({
    queryKey: OWN_DONATIONS,
    refresh: refreshRecords,
  })
  const donations = list.data?.pages.flat() ?? []
  const isTriedAgain = list.isPending && list.errorUpdateCount > 0
  const isShown = donations.length > 0 || list.isError || isTriedAgain
  return (
    <>
      {isShown && (
        <Card title="My Donations" headingRef={heading}>
          <FetchFailure query={list} failed={FAILED} />
          {isTriedAgain && <LineSkeleton />}
          {list.data && <p>{describeCount(givenOf(list.data).count)}</p>}
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
          <LoadMore pages={list} failed={FAILED} />
        </Card>
      )}
      <ChangeDialog
        changes={changes}
        focusAfter={donation =>
          document.getElementById(donationElementId(donation)) ??
          heading.current ??
          document.getElementById(ADD_DONATION_ID)
        }
      />
    </>
  )
}

const describeCount = (count: number) =>
  count === 0
    ? 'No donation of yours is recorded yet.'
    : `You have given ${count === 1 ? 'once' : `${count} times`}.`
