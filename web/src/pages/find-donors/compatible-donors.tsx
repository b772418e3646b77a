import { type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { useRef, useState } from 'react'
import { explainFailure } from '../../api/explain-failure.ts'
import { useCompatibleDonorSearch } from '../../features/donors/queries.ts'
import { EndlessList } from '../../lists/endless-list.tsx'
import { useNearViewport } from '../../lists/use-near-viewport.ts'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { DonorResultCard } from './donor-result-card.tsx'

type Props = { bloodGroup: BloodGroup }

/**
 * The available donors of the other groups that can give to a blood group. They are fetched only when their section is
 * scrolled into view, because the numbers that an account is sent are limited.
 */
export function CompatibleDonors({ bloodGroup }: Props) {
  const start = useRef<HTMLDivElement>(null)
  const [isReached, setReached] = useState(false)
  useNearViewport(start, { isEnabled: !isReached, margin: '0px', onNear: () => setReached(true) })
  return (
    <Section title={`Donors of other groups who can give to ${withMinus(bloodGroup)}`}>
      <div ref={start}>
        <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
      </div>
      {isReached && <CompatibleDonorList bloodGroup={bloodGroup} />}
    </Section>
  )
}

const CompatibleDonorList = ({ bloodGroup }: Props) => (
  <EndlessList
    list={useCompatibleDonorSearch(bloodGroup)}
    failure={error => explainFailure(error)}
    none={`No available donors of other groups can give to ${bloodGroup}.`}
    noun={['donor', 'donors']}
    waiting="Searching..."
  >
    {donor => <DonorResultCard donor={donor} />}
  </EndlessList>
)
