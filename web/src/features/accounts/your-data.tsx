import { type OwnAccount, readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { Moment } from '../../api/moment.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Facts } from '../../ui/records/facts.tsx'
import { FactsSkeleton, Line, Skeleton } from '../../ui/records/skeleton.tsx'
import { AccountDownload } from './account-download.tsx'
import { ConsentText } from './consent-text.tsx'

/** Query key of the actor's account. */
export const OWN_ACCOUNT = ['accounts', 'mine']

/** The actor's account, and the download of everything stored about them. */
export function YourData() {
  const account = useQuery({
    queryKey: OWN_ACCOUNT,
    queryFn: ({ signal }) => call(readOwnAccount, {}, { signal }),
  })
  return (
    <>
      {account.isPending && <AccountSkeleton />}
      <FetchFailure query={account} failed="Failed to load your account." />
      {account.data && <AccountFacts account={account.data} />}
      <AccountDownload />
    </>
  )
}

const AccountSkeleton = () => (
  <Skeleton status="Loading...">
    <FactsSkeleton count={1} />
    <FactsSkeleton count={2} />
    <Line width={12} />
  </Skeleton>
)

function AccountFacts({ account: { email, createdAt, consent } }: { account: OwnAccount }) {
  return (
    <>
      <Facts facts={{ Email: email }} />
      <Facts
        facts={{
          'Member since': <Moment at={createdAt} />,
          'Agreed on': consent && <Moment at={consent.agreedAt} />,
        }}
      />
      {consent ? (
        <ConsentText label="What you agreed to" text={consent.text} />
      ) : (
        <SmallPrint>Your account was created before we started to record consent.</SmallPrint>
      )}
    </>
  )
}
