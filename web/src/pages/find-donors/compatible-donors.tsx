import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { useRef, useState } from 'react'
import { useCompatibleDonorSearch } from '../../features/donors/queries.ts'
import { useNearViewport } from '../../lists/use-near-viewport.ts'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { DonorList, type DonorListProps } from './donor-list.tsx'

/**
 * The available donors of the other groups that can give to a blood group. They are fetched only when their section is
 * scrolled into view, because the numbers that an account is sent are limited.
 */
export function CompatibleDonors(props: DonorListProps) {
  const start = useRef<HTMLDivElement>(null)
  const [isReached, setReached] = useState(false)
  useNearViewport(start, { isEnabled: !isReached, margin: '0px', onNear: () => setReached(true) })
  return (
    <Section title={`Donors of other groups who can give to ${withMinus(props.bloodGroup)}`}>
      <div ref={start}>
        <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
      </div>
      {isReached && <CompatibleDonorList {...props} />}
    </Section>
  )
}

const CompatibleDonorList = (props: DonorListProps) => (
  <DonorList
    {...props}
    isOfOtherGroups
    list={useCompatibleDonorSearch(props.bloodGroup)}
    none={`No available donors of other groups can give to ${withMinus(props.bloodGroup)}.`}
  />
)
