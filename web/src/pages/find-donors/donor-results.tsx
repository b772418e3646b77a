import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { HOSPITAL_TESTS, otherDonorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { useDonorSearch } from '../../features/donors/queries.ts'
import { forBloodGroup } from '../../forms/use-blood-group-in-url.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { CompatibleDonors } from './compatible-donors.tsx'
import { DonorList, type DonorListProps } from './donor-list.tsx'

/** The available donors of a blood group, and below them those of the other groups that can give to it. */
export function DonorResults({ bloodGroup, searchedAt }: DonorListProps) {
  const search = useDonorSearch(bloodGroup)
  const isComplete = search.data !== undefined && !search.hasNextPage
  const hasOtherGroups = otherDonorGroupsFor(bloodGroup).length > 0
  return (
    <>
      <Section title={`Available Donors: ${withMinus(bloodGroup)}`}>
        <DonorList
          list={search}
          bloodGroup={bloodGroup}
          searchedAt={searchedAt}
          none={`No available donors found for blood group: ${bloodGroup}.`}
          next={
            <LinkButton to={`/post-request${forBloodGroup(bloodGroup)}`} variant="primary">
              Post a Request
            </LinkButton>
          }
        />
        {isComplete && !hasOtherGroups && <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>}
      </Section>
      {isComplete && hasOtherGroups && (
        <CompatibleDonors key={bloodGroup} bloodGroup={bloodGroup} searchedAt={searchedAt} />
      )}
    </>
  )
}
