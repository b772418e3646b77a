import { DONATED_COMPONENT_LABELS } from '@blood-bank/contract/donors/components'
import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import { AFTER_GIVING, isJustGiven } from '@blood-bank/contract/donors/fit-to-give'
import {
  type DonationRecorder,
  disputeDonation,
  type OwnDonation,
} from '@blood-bank/contract/offers/donations'
import { THANK_YOU_SENTENCES } from '@blood-bank/contract/thanks/sentences'
import { type ReactNode, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { site } from '../../../api/site.ts'
import { removeDonation } from '../../../features/offers/queries.ts'
import { ChangeDialog } from '../../../lists/changes/change-dialog.tsx'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { outcomeNoticeOf, outcomeNoticesWithout } from '../../../lists/changes/outcome-notice.tsx'
import { type AskedChange, useChanges } from '../../../lists/changes/use-changes.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { refreshRecords } from '../../../session/session.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import visuallyHidden from '../../../ui/layout/visually-hidden.module.css'
import { RowMenu } from '../../../ui/menu/row-menu.tsx'
import { calendarDateOf } from '../../../ui/records/dates.ts'
import { LineSkeleton } from '../../../ui/records/skeleton.tsx'
import { ADD_DONATION_ID } from './add-donation.tsx'
import styles from './own-donations.module.css'
import { givenOf, OWN_DONATIONS, type useOwnDonations } from './queries.ts'

const FAILED = 'Failed to load your donations.'

type Props = { recorded: ReturnType<typeof useOwnDonations> }

/** The actor's donations; nothing for who has not given yet. */
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
          {list.data && givenOf(list.data).count === 0 && <p>No donation of yours is recorded yet.</p>}
          {isFirstJustGiven(donations) && <p>{AFTER_GIVING}</p>}
          <ul className={styles.list}>
            {donations.map(donation => (
              <OwnDonationItem
                key={donation.id}
                donation={donation}
                ask={changes.ask}
                problem={outcomeNoticeOf(changes, donation.id)}
              />
            ))}
          </ul>
          <LoadMore pages={list} failed={FAILED} />
        </Card>
      )}
      {outcomeNoticesWithout(changes, donations)}
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

/** Whether the only donation that counts is of today or yesterday. */
function isFirstJustGiven(donations: OwnDonation[]): boolean {
  const [first, ...others] = donations.filter(({ disputedAt }) => !disputedAt)
  if (!first || others.length > 0) return false
  return isJustGiven(first.donatedOn, calendarDateOf(currentTime(), site.timeZone))
}

const RECORDED_BY: Record<DonationRecorder, string> = {
  donor: 'Added by you',
  requester: 'Recorded by the member who posted the request',
  admin: 'Recorded by an admin',
}

type ItemProps = {
  donation: OwnDonation
  ask: (change: AskedChange<OwnDonation>) => void
  /** The error of an action on this donation. */
  problem: ReactNode
}

/** The id of the text of a donation, which can receive the focus. */
const donationElementId = ({ id }: Pick<OwnDonation, 'id'>) => `donation-${id}`

/** A donation of the actor. One that somebody else recorded can be disputed, one's own can be removed. */
function OwnDonationItem({ donation, ask, problem }: ItemProps) {
  const { component, donatedOn, recordedBy, disputedAt, thankYou } = donation
  const id = donationElementId(donation)
  return (
    <li className={styles.item}>
      <div className={styles.donation}>
        <div id={id} tabIndex={-1}>
          <time className={styles.day} dateTime={donatedOn}>
            {formatCalendarDate(donatedOn)}
          </time>
          <p className={styles.recorder}>
            {(component === 'blood' ? '' : `${DONATED_COMPONENT_LABELS[component]}. `) +
              RECORDED_BY[recordedBy] +
              (disputedAt ? ". You said that it didn't happen; an admin checks it." : '')}
          </p>
        </div>
        {recordedBy === 'donor' ? (
          <RowMenu describedBy={id} entries={[{ label: 'Remove', onSelect: () => ask(removal(donation)) }]} />
        ) : (
          !disputedAt && (
            <Button aria-describedby={id} onClick={() => ask(dispute(donation))}>
              This did not happen
            </Button>
          )
        )}
      </div>
      {thankYou && !disputedAt && (
        <p className={styles.thankYou}>
          <span className={visuallyHidden.text}>Thank-you: </span>
          <span>{`“${THANK_YOU_SENTENCES[thankYou]}”`}</span>
        </p>
      )}
      {problem}
    </li>
  )
}

/** Says that a donation that somebody else recorded did not happen. */
const dispute = (donation: OwnDonation): AskedChange<OwnDonation> => ({
  record: donation,
  after: { disputedAt: currentTime().toISOString() },
  question: 'Did this donation not happen?',
  consequence:
    'The member who posted the request no longer sees your number. An admin checks the donation. Until then it does not count for the date on which you can give again.',
  yes: 'Tell an admin',
  send: () => call(disputeDonation, { params: { id: donation.id } }),
  done: 'Thank you. An admin will check this donation.',
})

/** Removes a donation that the actor added. */
const removal = (donation: OwnDonation): AskedChange<OwnDonation> => ({
  record: donation,
  after: null,
  question: 'Remove this donation?',
  consequence: 'It no longer counts for the date on which you can give again. You can add it again.',
  yes: 'Remove this donation',
  send: () => removeDonation(donation.id),
  done: 'The donation was removed.',
})
