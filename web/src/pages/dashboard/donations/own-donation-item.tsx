import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import type { DonationRecorder, OwnDonation } from '@blood-bank/contract/offers/donations'
import { THANK_YOU_SENTENCES } from '@blood-bank/contract/thanks/endpoints'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import visuallyHidden from '../../../ui/layout/visually-hidden.module.css'
import { RowMenu } from '../../../ui/menu/row-menu.tsx'
import styles from './own-donations.module.css'

const RECORDED_BY: Record<DonationRecorder, string> = {
  donor: 'Added by you',
  requester: 'Recorded by the member who posted the request',
  admin: 'Recorded by an admin',
}

type Props = {
  donation: OwnDonation
  onDispute: () => void
  onRemove: () => void
  /** The error of an action on this donation. */
  problem: ReactNode
}

/** The id of the text of a donation, which can receive the focus. */
export const donationElementId = ({ id }: Pick<OwnDonation, 'id'>) => `donation-${id}`

/** A donation of the actor. One that somebody else recorded can be disputed, one's own can be removed. */
export function OwnDonationItem({ donation, onDispute, onRemove, problem }: Props) {
  const { donatedOn, recordedBy, disputedAt, thankYou } = donation
  const id = donationElementId(donation)
  return (
    <li className={styles.item}>
      <div className={styles.donation}>
        <div id={id} tabIndex={-1}>
          <time className={styles.day} dateTime={donatedOn}>
            {formatCalendarDate(donatedOn)}
          </time>
          <p className={styles.recorder}>
            {RECORDED_BY[recordedBy] +
              (disputedAt ? ". You said that it didn't happen; an admin checks it." : '')}
          </p>
        </div>
        {recordedBy === 'donor' ? (
          <RowMenu describedBy={id} entries={[{ label: 'Remove', onSelect: onRemove }]} />
        ) : (
          !disputedAt && (
            <Button aria-describedby={id} onClick={onDispute}>
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
