import { howGiven } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest, Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReactNode } from 'react'
import { site } from '../../../api/site.ts'
import { Icon } from '../../../ui/controls/icon.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatMomentOfYear } from '../../../ui/records/dates.ts'
import { Age } from '../../../ui/records/relative-time.tsx'
import { BadgeSkeleton, ButtonSkeleton, Line } from '../../../ui/records/skeleton.tsx'
import { describeUnconfirmed, describeUnitsLeft, REQUEST_IS_GONE, requestHeadingId } from '../state.ts'
import styles from './blood-request-card.module.css'
import { BloodRequestFacts } from './blood-request-facts.tsx'
import { NeedAt } from './need-at.tsx'

type Props = {
  bloodRequest: BloodRequest
  /** The list's labels of the urgencies (spec §3). */
  urgencyLabels: Record<Urgency, string>
  /** Further badges. */
  badges?: ReactNode
  /** Shows all facts from the beginning, not on a press. */
  isWhole?: boolean
  /** For a request that the viewer can't do much about: `text` or whom to ask for stands beside small buttons. */
  quiet?: { isPale: boolean; text: ReactNode } | undefined
  /** In one line. */
  buttons: ReactNode
  /** Before them, for the owner. */
  ownerButtons?: ReactNode
  /** Whether it has left the list while it was shown. */
  isGone?: boolean
  /** Between the facts and the buttons. */
  children?: ReactNode
}

/**
 * A blood request in the space of a few lines. A press on them shows all that is known. The group and the hospital name
 * it: members look for what they can give, not for a patient.
 */
export function BloodRequestCard({ bloodRequest, urgencyLabels, ...props }: Props) {
  const { requiredBloodGroup, urgency, neededBy, unconfirmedSince, offersStanding, requestedAt } =
    bloodRequest
  const heading = requestHeadingId(bloodRequest.id)
  const { quiet, isGone = false } = props
  const shortInfo = describeInfo(bloodRequest)
  return (
    <article
      className={styles.card}
      aria-labelledby={heading}
      data-quiet={quiet ? '' : undefined}
      data-pale={quiet?.isPale || undefined}
    >
      <details className={styles.details} open={props.isWhole}>
        <summary className={styles.summary}>
          <h3 className={styles.title} id={heading} tabIndex={-1}>
            <span aria-hidden="true">
              <Badge tone="blood">{requiredBloodGroup}</Badge>
            </span>
            <span className={styles.name}>
              <NeedAt bloodRequest={bloodRequest} /> <span>{bloodRequest.hospitalName}</span>
            </span>
          </h3>
          <div className={styles.line}>
            <Badge tone={urgency}>{urgencyLabels[urgency]}</Badge>
            {neededBy && <Badge>{`by ${formatMomentOfYear(neededBy, site.timeZone)}`}</Badge>}
            <span>
              <span>
                {describeUnitsLeft(bloodRequest) +
                  (offersStanding > 0 ? `, ${offersStanding}\u00a0offered,` : ',')}
              </span>{' '}
              <Age moment={requestedAt} timeZone={site.timeZone} />
            </span>
            {props.badges}
            {unconfirmedSince && <Badge tone="warning">{describeUnconfirmed(unconfirmedSince)}</Badge>}
            <Icon name="chevron" className={styles.chevron} />
          </div>
          {!quiet?.isPale && (!quiet || quiet.text) && <p className={styles.info}>{shortInfo}</p>}
        </summary>
        <div className={styles.facts}>
          <BloodRequestFacts bloodRequest={bloodRequest} />
        </div>
      </details>
      {props.children}
      <div className={styles.foot} data-gone={isGone || undefined}>
        {isGone && <p>{REQUEST_IS_GONE}</p>}
        <div className={styles.buttons} aria-hidden={isGone || undefined} inert={isGone}>
          {quiet && (
            <div className={styles.text}>{quiet.text ?? <p className={styles.info}>{shortInfo}</p>}</div>
          )}
          {props.ownerButtons && <div className={styles.owner}>{props.ownerButtons}</div>}
          {props.buttons}
        </div>
      </div>
    </article>
  )
}

/** In two lines, with what matters most first: "Ask for Nadia Karim. Open-heart surgery". */
const describeInfo = ({ contactPerson, additionalInfo, ...required }: BloodRequest) => (
  <>
    {howGiven(required) && <span>{`${howGiven(required)} `}</span>}
    <span>
      Ask for <bdi>{contactPerson}</bdi>. <bdi>{additionalInfo}</bdi>
    </span>
  </>
)

/** In the place of a card that is loading. */
export const BloodRequestCardSkeleton = () => (
  <div className={styles.card}>
    <div className={styles.title}>
      <BadgeSkeleton />
      <Line width={12} />
    </div>
    <Line width={18} />
    <Line width={12} />
    <ButtonSkeleton />
  </div>
)
