import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useBloodGroupInUrl } from '../../forms/use-blood-group-in-url.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { Page } from '../../ui/layout/page.tsx'
import { DonorResults } from './donor-results.tsx'
import { DonorSearchForm } from './donor-search-form.tsx'

const now = () => currentTime().getTime()

/** The searched blood group is in the URL, so that it survives reloading and going back. */
export function FindDonorsPage() {
  const [, setQuery] = useSearchParams()
  const bloodGroup = useBloodGroupInUrl()
  const [searchedAt, setSearchedAt] = useState(now)
  return (
    <Page title="Find Donors" lead="Choose the patient's blood group." width="wide">
      <DonorSearchForm
        bloodGroup={bloodGroup}
        onSearch={chosen => {
          setSearchedAt(now())
          if (chosen !== bloodGroup) setQuery({ bloodGroup: chosen })
        }}
      />
      {bloodGroup && <DonorResults bloodGroup={bloodGroup} searchedAt={searchedAt} />}
    </Page>
  )
}
