import { useState } from 'react'
import { Navigate } from 'react-router'
import { isRefused } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { AFTER_REGISTRATION } from '../../features/donors/registered-notice.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { DeadLink } from '../../ui/feedback/dead-link.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ClaimForm, type ClaimFormProps } from './claim-form.tsx'
import { ImportNotice } from './import-notice.tsx'
import { useImportedDonor } from './use-imported-donor.ts'

/** What a list says about whoever has the link: they register with it as a donor, or erase it. */
export function ClaimProfile({ token }: { token: string }) {
  const [isClaimed, setIsClaimed] = useState(false)
  // Without the entry, which would be read once more, and not to be returned to: the link is dead now.
  if (isClaimed) return <Navigate to="/dashboard" replace state={AFTER_REGISTRATION} />
  return <ImportedProfile token={token} onClaimed={() => setIsClaimed(true)} />
}

function ImportedProfile({ token, onClaimed }: Pick<ClaimFormProps, 'token' | 'onClaimed'>) {
  const { donor, erasing, refresh } = useImportedDonor(token)
  if (donor.isPending) return <Waiting />
  if (donor.isError && isRefused(donor.error) && !erasing.isSuccess)
    return (
      <DeadLink reason={donor.error.message} isNews={donor.data !== undefined}>
        <p>
          If you registered, <Link to="/dashboard">your dashboard</Link> shows your profile. If not, you can{' '}
          <Link to="/register">register</Link> anytime.
        </p>
      </DeadLink>
    )
  if (!donor.data) return <FetchFailure query={donor} failed="Couldn't load what the list says." />
  return (
    <>
      <ImportNotice donor={donor.data} erasing={erasing} />
      {!erasing.isSuccess && (
        <Card title="What the list says about you">
          <ClaimForm token={token} donor={donor.data} onClaimed={onClaimed} onRefused={refresh} />
        </Card>
      )}
    </>
  )
}
