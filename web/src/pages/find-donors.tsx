import { BloodGroup } from '@blood-bank/contract/blood-groups'
import { useSearchParams } from 'react-router'
import { DonorResults } from '../features/donors/donor-results.tsx'
import { DonorSearchForm } from '../features/donors/donor-search-form.tsx'
import { useIsHydrated } from '../ui/browser/after-hydration.tsx'
import { Page } from '../ui/layout/page.tsx'

/** The searched blood group is in the URL, so that it survives reloading and going back. */
export function FindDonorsPage() {
  const [query, setQuery] = useSearchParams()
  const searched = BloodGroup.safeParse(query.get('bloodGroup')).data ?? null
  // The build renders the page without a search.
  const bloodGroup = useIsHydrated() ? searched : null
  return (
    <Page
      title="Find Donors"
      lead="Find members who are willing to donate, by blood group."
      width="wide"
      form={<DonorSearchForm bloodGroup={bloodGroup} onSearch={chosen => setQuery({ bloodGroup: chosen })} />}
    >
      {bloodGroup && <DonorResults bloodGroup={bloodGroup} />}
    </Page>
  )
}
