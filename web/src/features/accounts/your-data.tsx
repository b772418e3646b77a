import { type OwnAccount, readOwnAccount } from '@blood-bank/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { site } from '../../api/site.ts'
import { FetchFailure } from '../../ui/feedback/fetch-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { formatMoment } from '../../ui/records/dates.ts'
import { Facts } from '../../ui/records/facts.tsx'
import { FactsSkeleton, Line, Skeleton } from '../../ui/records/skeleton.tsx'
import { Download } from './download.tsx'
import styles from './your-data.module.css'

/** What is known of the actor's account, and the way to take everything along. */
export function YourData() {
  const account = useQuery({
    queryKey: ['accounts', 'mine'],
    queryFn: ({ signal }) => call(readOwnAccount, {}, { signal }),
  })
  return (
    <Card title="Your data">
      {account.isPending && <AccountSkeleton />}
      <FetchFailure query={account} failure={() => 'Failed to load your account.'} />
      {account.data && <AccountFacts account={account.data} />}
      <Download />
    </Card>
  )
}

const AccountSkeleton = () => (
  <Skeleton says="Loading...">
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
          'Member Since': <Moment at={createdAt} />,
          'Agreed On': consent && <Moment at={consent.agreedAt} />,
        }}
      />
      {consent ? (
        <details>
          <summary className={styles.summary}>What you agreed to</summary>
          <SmallPrint>{consent.text}</SmallPrint>
        </details>
      ) : (
        <SmallPrint>Your account is older than our records of what people agree to.</SmallPrint>
      )}
    </>
  )
}

const Moment = ({ at }: { at: string }): ReactNode => (
  <time dateTime={at}>{formatMoment(at, site.timeZone)}</time>
)
