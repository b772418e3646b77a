import type { TextMessages } from '@blood-bank/contract/alerts/texts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { FetchFailure } from '../../../api/fetch-failure.tsx'
import { OWN_TEXT_MESSAGES } from '../../../features/alerts/text-messages.ts'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import styles from '../account-row.module.css'
import { AccountRow } from '../account-row.tsx'
import { useAlertPreferences } from '../alerts/queries.ts'

/** Loaded later: few turn text messages on or off, and the row says how they are without it. */
const TextMessagesSwitch = lazyPart(
  async () => (await import('./text-messages-switch.tsx')).TextMessagesSwitch,
)

/** Whether a donor gets text messages, on a site that sends them. */
export function TextMessagesRow() {
  const own = useQuery(OWN_TEXT_MESSAGES)
  const areAlertsOn = useAlertPreferences().data?.isOn !== false
  const isLinked = useLocation().hash === '#texts'
  if (own.data === null) return null
  // Only donors have the row: what follows waits, so that nothing moves.
  if (own.isPending && !isLinked) return <RowSkeleton />
  return (
    <AccountRow id="texts" title="Text messages" state={own.data ? describe(own.data, areAlertsOn) : ''}>
      {own.isPending && <RowSkeleton />}
      <FetchFailure query={own} failed="Failed to load your text messages." />
      {own.data && (
        <Suspense fallback={<RowSkeleton />}>
          <TextMessagesSwitch textMessages={own.data} />
        </Suspense>
      )}
    </AccountRow>
  )
}

const RowSkeleton = () => (
  <Skeleton status="Loading..." className={styles.line}>
    <Line width={18} />
  </Skeleton>
)

function describe({ status, number }: TextMessages, areAlertsOn: boolean): string {
  if (status === 'off') return 'Off'
  if (status === 'code-needed') return 'Off until you enter the code'
  if (status === 'number-changed') return 'Off until you confirm your new number'
  return areAlertsOn ? `When a request is urgent, ${number}` : 'Off while alerts are off'
}
