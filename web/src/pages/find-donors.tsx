import { BloodGroup } from '@blood-bank/contract/blood-groups'
import { useSearchParams } from 'react-router'
import { DonorHits } from '../features/donors/donor-hits.tsx'
import { DonorSearchForm } from '../features/donors/donor-search-form.tsx'
import { Page } from '../ui/layout/page.tsx'

/** The group that is searched stands in the address, so that reloading and going back keep it. */
export function FindDonorsPage() {
  const [query, setQuery] = useSearchParams()
  const bloodGroup = BloodGroup.safeParse(query.get('bloodGroup')).data ?? null
  return (
    <Page title="Find Donors" lead="Members who are willing to give, by blood group." width="wide">
      <DonorSearchForm bloodGroup={bloodGroup} onSearch={chosen => setQuery({ bloodGroup: chosen })} />
      {bloodGroup && <DonorHits bloodGroup={bloodGroup} />}
    </Page>
  )
}
