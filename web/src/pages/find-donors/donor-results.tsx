import { type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { HOSPITAL_TESTS, otherDonorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { explainFailure } from '../../api/explain-failure.ts'
import { useDonorSearch } from '../../features/donors/queries.ts'
import { EndlessList } from '../../lists/endless-list.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { CompatibleDonors } from './compatible-donors.tsx'
import { DonorResultCard } from './donor-result-card.tsx'

/** The available donors of a blood group, and below them those of the other groups that can give to it. */
export function DonorResults({ bloodGroup }: { bloodGroup: BloodGroup }) {
  const search = useDonorSearch(bloodGroup)
  const isComplete = search.data !== undefined && !search.hasNextPage
  const hasOtherGroups = otherDonorGroupsFor(bloodGroup).length > 0
  return (
    <>
      <Section title={`Available Donors: ${withMinus(bloodGroup)}`}>
        <EndlessList
          list={search}
          failure={error => explainFailure(error)}
          none={`No available donors found for blood group: ${bloodGroup}.`}
          next={<LinkButton to="/post-request">Post a Request</LinkButton>}
          noun={['donor', 'donors']}
          waiting="Searching..."
        >
          {donor => <DonorResultCard donor={donor} />}
        </EndlessList>
        {isComplete && !hasOtherGroups && <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>}
      </Section>
      {isComplete && hasOtherGroups && <CompatibleDonors key={bloodGroup} bloodGroup={bloodGroup} />}
    </>
  )
}
