import { readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { AccountDownload } from '../../features/accounts/account-download.tsx'
import { ErasureForm } from '../../features/accounts/erasure-form.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'

/** What a suspended person can still do: download their data and erase their account. */
export function SuspendedAccount() {
  const account = useQuery({
    queryKey: ['accounts', 'suspended'],
    queryFn: ({ signal }) => call(readOwnAccount, {}, { signal }),
    // Not cached: the next person to sign in may be somebody else.
    gcTime: 0,
  })
  return (
    <>
      <Card title="Your data">
        <AccountDownload />
      </Card>
      <Card title="Erase account">
        {account.isPending && <Waiting />}
        <FetchFailure query={account} failed="Failed to load your account." />
        {account.data && <ErasureForm email={account.data.email} isSuspended />}
      </Card>
    </>
  )
}
