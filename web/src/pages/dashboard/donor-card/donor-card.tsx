import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { Suspense, useState } from 'react'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { Line } from '../../../ui/records/skeleton.tsx'
import type { Given } from '../donations/queries.ts'
import { Availability } from './availability.tsx'
import styles from './donor-card.module.css'
import { CARD, DROP, DROP_AT } from './drop.ts'
import { type CardFacts, factsOf, sentenceOf } from './facts.ts'

/** Loaded when it is asked for, with what draws the QR code. */
const SavePictureDialog = lazyPage(() => import('./save-picture-dialog.tsx'), 'SavePictureDialog')

type Props = {
  donor: Donor
  /** Whether the strip on top of the page says whether they are available. */
  hasStrip: boolean
  given: Given
}

/** The actor as a donor: the group in a drop, and a ring that fills until they can give again. Screen readers get a sentence. */
export function DonorCard({ donor, hasStrip, given }: Props) {
  const [isSaving, setIsSaving] = useState(false)
  const facts = factsOf(donor, given)
  return (
    <div className={styles.card}>
      <Drawing facts={facts} />
      <div className={styles.facts}>
        {!hasStrip && <Availability donor={donor} given={given} />}
        <p aria-hidden="true">{facts.since}</p>
        {donor.eligibleFrom && facts.passed > 0 && (
          <SmallPrint>The ring fills until you can give again.</SmallPrint>
        )}
        <div className={styles.badges}>
          <span aria-hidden="true">
            <Badge tone={donor.isVerified ? 'good' : 'warning'}>{facts.verification}</Badge>
          </span>
          {!donor.isProfileActive && <Badge tone="bad">Inactive</Badge>}
        </div>
        <Button variant="quiet" onClick={() => setIsSaving(true)}>
          Save as picture
        </Button>
      </div>
      {isSaving && (
        <Suspense>
          <SavePictureDialog facts={facts} onClose={() => setIsSaving(false)} />
        </Suspense>
      )}
    </div>
  )
}

const MIDDLE = CARD.size / 2

const Drawing = ({ facts }: { facts: CardFacts }) => (
  <svg
    className={styles.drawing}
    viewBox={`0 0 ${CARD.size} ${CARD.size}`}
    role="img"
    aria-label={sentenceOf(facts)}
  >
    <circle className={styles.track} cx={MIDDLE} cy={MIDDLE} r={CARD.ring.radius} />
    {facts.passed > 0 && (
      <circle
        className={styles.passed}
        cx={MIDDLE}
        cy={MIDDLE}
        r={CARD.ring.radius}
        pathLength={100}
        strokeDasharray={`${Math.floor(facts.passed * 100)} 100`}
      />
    )}
    <path
      className={styles.drop}
      d={DROP.path}
      transform={`translate(${DROP_AT.x} ${DROP_AT.y}) scale(${CARD.scale})`}
    />
    <text className={styles.group} {...CARD.middle} dy="0.35em">
      {withMinus(facts.bloodGroup)}
    </text>
  </svg>
)

export const DonorCardSkeleton = () => (
  <div className={styles.card}>
    <span className={styles.drawing} />
    <div className={styles.facts}>
      <Line width={12} />
      <Line width={8} />
    </div>
  </div>
)
