import { readOwnAccount } from '@blood-bank/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../ui/feedback/fetch-failure.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Download } from './download.tsx'
import { ErasureForm } from './erasure-form.tsx'

/** What is left to somebody who is suspended: their data and the end of their account. */
export function SuspendedAccount() {
  const account = useQuery({
    queryKey: ['accounts', 'suspended'],
    queryFn: ({ signal }) => call(readOwnAccount, {}, { signal }),
    // Whoever signs in next may be somebody else.
    gcTime: 0,
  })
  return (
    <>
      <Card title="Your data">
        <Download />
      </Card>
      <Card title="Erase account">
        {account.isPending && <Waiting />}
        <FetchFailure query={account} failure={() => 'Failed to load your account.'} />
        {account.data && <ErasureForm email={account.data.email} />}
      </Card>
    </>
  )
}
