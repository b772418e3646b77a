import {
  type BloodRequest,
  listActiveBloodRequests,
  URGENCY_DESCRIPTIONS,
} from '@blood-bank/contract/blood-requests'
import { useQuery } from '@tanstack/react-query'
import { site } from '../../../api/site.ts'
import { findKeptList, KEPT_HERE } from '../../../offline/kept-requests.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { formatAge, formatMoment } from '../../../ui/records/dates.ts'
import { CardSkeleton, Skeleton } from '../../../ui/records/skeleton.tsx'
import { BloodRequestCard } from './blood-request-card.tsx'
import styles from './kept-blood-requests.module.css'

const MINUTE_MS = 60_000

/**
 * The active requests as this device last saw them, marked with their age. One can read and call: what could be
 * done to a request may long have been done.
 */
export function KeptBloodRequests() {
  const kept = useQuery({ queryKey: [...KEPT_HERE, 'list'], queryFn: readKept, refetchInterval: MINUTE_MS })
  return (
    <Section title="Active Requests, Last Seen">
      {kept.isPending ? (
        <Skeleton className={styles.list} says="Loading...">
          <CardSkeleton />
        </Skeleton>
      ) : kept.data ? (
        <KeptList {...kept.data} />
      ) : (
        <p>No list is kept on this device. Open View Requests while you are online to keep one.</p>
      )}
    </Section>
  )
}

type Kept = { keptAt: string; age: string; records: BloodRequest[]; total: number }

/** The age is part of it, so that it grows with every look. What an older build kept may not be read any more. */
async function readKept(): Promise<Kept | null> {
  const kept = await findKeptList()
  const list = listActiveBloodRequests.reply.body.safeParse(await kept?.reply.json().catch(() => null))
  if (!kept || !list.success) return null
  const { records, total } = list.data
  return {
    keptAt: kept.keptAt.toISOString(),
    age: formatAge(kept.keptAt, new Date()),
    records,
    total: total ?? records.length,
  }
}

function KeptList({ keptAt, age, records, total }: Kept) {
  return (
    <>
      <Notice kind="warning">
        As of <time dateTime={keptAt}>{formatMoment(keptAt, site.timeZone)}</time>, {age}. Some may have been
        met since: call first.
      </Notice>
      {records.length === 0 && <p>No active blood requests at that moment.</p>}
      {total > records.length && (
        <p>
          These are the newest {records.length} of {total}.
        </p>
      )}
      <ul className={styles.list}>
        {records.map(bloodRequest => (
          <li key={bloodRequest.id} className={styles.record}>
            <BloodRequestCard
              bloodRequest={bloodRequest}
              urgencyLabels={URGENCY_DESCRIPTIONS}
              showsStatus={false}
              isOwn={false}
              onAsk={noAct}
              problem={null}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const noAct = () => {}
