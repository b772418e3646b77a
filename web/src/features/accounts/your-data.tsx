import {
  EXPORT_FILE_NAME,
  exportOwnAccount,
  type OwnAccount,
  readOwnAccount,
} from '@blood-bank/contract/own-account'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { site } from '../../api/site.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { Facts } from '../../ui/facts.tsx'
import { FetchFailure } from '../../ui/fetch-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { FactsSkeleton, Line, Skeleton } from '../../ui/skeleton.tsx'
import { SmallPrint } from '../../ui/small-print.tsx'
import { Stack } from '../../ui/stack.tsx'
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

function Download() {
  const download = useMutation({
    mutationFn: () => call(exportOwnAccount, {}),
    onSuccess: everything =>
      saveFile(
        EXPORT_FILE_NAME,
        new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }),
      ),
  })
  return (
    <Stack>
      <p>
        Take it along: one file with your account, your donor profile, your blood requests, and when you
        signed in.
      </p>
      {download.error && (
        <Notice kind="error" onDismiss={download.reset}>
          {explainFailure(download.error, 'Failed to download your data. Please try again.')}
        </Notice>
      )}
      {download.isSuccess && <Notice kind="success">Downloaded as {EXPORT_FILE_NAME}.</Notice>}
      <div>
        <Button isBusy={download.isPending} onClick={() => download.mutate()}>
          Download My Data
        </Button>
      </div>
    </Stack>
  )
}
