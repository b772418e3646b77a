import type { BloodGroup } from '@blood-bank/contract/blood-groups'
import { explainFailure } from '../../api/explain-failure.ts'
import { EndlessList } from '../../lists/endless-list.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { DonorResultCard } from './donor-result-card.tsx'
import { useDonorSearch } from './queries.ts'

/** The available donors of a blood group. */
export function DonorResults({ bloodGroup }: { bloodGroup: BloodGroup }) {
  const search = useDonorSearch(bloodGroup)
  return (
    <Section title={`Available Donors: ${bloodGroup}`}>
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
    </Section>
  )
}
