import { formatCalendarDate } from '@blood-bank/contract/calendar-dates'
import {
  CONTACT_IS_PRIVATE,
  type DonorSearchResult,
  partOf,
  UNIVERSITY_ROLE_LABELS,
} from '@blood-bank/contract/donors/endpoints'
import { NUMBER_IS_WITHHELD } from '@blood-bank/contract/numbers/contact-numbers'
import { memo, useId } from 'react'
import { type RecentCall, saveCall } from '../../device/recent-calls.ts'
import { useActor } from '../../session/session.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { copyText, mayCopy } from '../../ui/feedback/copy-text.ts'
import { CallLink } from '../../ui/phone/call-link.tsx'
import { PhoneLink } from '../../ui/phone/phone-link.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { CallOutcomeQuestion } from './call-outcome-question.tsx'
import styles from './donor-list.module.css'

type Props = {
  donor: DonorSearchResult
  /** For a list of several blood groups. */
  showsGroup: boolean
  /** The actor's last call to the donor. */
  lastCall: RecentCall | undefined
}

/** A donor in the search results: a card with a button that calls them, or a line if they can't be called now. */
export const DonorItem = memo(({ donor, showsGroup, lastCall }: Props) => {
  const id = useId()
  const canBeCalled = partOf(donor) === 'toCall'
  const { fullName, universityRole, department, bloodGroup, isVerified, contactNumber } = donor
  return (
    <article className={canBeCalled ? styles.card : styles.line} aria-labelledby={id}>
      <div className={styles.name}>
        {showsGroup && <Badge tone="blood">{bloodGroup}</Badge>}
        <h4 id={id}>{fullName}</h4>
        {isVerified && <Badge tone="good">Verified</Badge>}
      </div>
      <p className={styles.about}>
        {canBeCalled && contactNumber !== null && <span className={styles.number}>{contactNumber}</span>}{' '}
        <span>
          {UNIVERSITY_ROLE_LABELS[universityRole]}, {department}
        </span>
      </p>
      {canBeCalled ? <Calling donor={donor} lastCall={lastCall} /> : <Contact donor={donor} />}
    </article>
  )
})

function Calling({ donor, lastCall }: Pick<Props, 'donor' | 'lastCall'>) {
  const { id: userId } = useActor()
  const { id, fullName, contactNumber } = donor
  if (contactNumber === null) return <p className={styles.contact}>{NUMBER_IS_WITHHELD}</p>
  const call = () => saveCall(userId, id)
  return (
    <>
      <div className={styles.buttons}>
        <CallLink number={contactNumber} isNumberBeside onCall={call} />
        {mayCopy() && (
          <IconButton
            icon="copy"
            label={`Copy ${contactNumber}`}
            onClick={() => {
              void copyText(contactNumber, `Copied ${contactNumber}.`)
              call()
            }}
          />
        )}
      </div>
      {lastCall && <CallOutcomeQuestion donorId={id} name={fullName} call={lastCall} />}
    </>
  )
}

/** Why a donor can't be called now. */
function Contact({ donor: { contactNumber, isNumberWithheld, eligibleFrom } }: Pick<Props, 'donor'>) {
  return (
    <p className={styles.contact}>
      {eligibleFrom && <span>Can donate from {formatCalendarDate(eligibleFrom)}</span>}{' '}
      <span>
        {contactNumber === null ? (
          isNumberWithheld ? (
            NUMBER_IS_WITHHELD
          ) : (
            CONTACT_IS_PRIVATE
          )
        ) : (
          <PhoneLink number={contactNumber} />
        )}
      </span>
    </p>
  )
}
