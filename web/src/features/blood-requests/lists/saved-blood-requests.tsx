import {
  type BloodRequest,
  listActiveBloodRequests,
  URGENCY_DESCRIPTIONS,
} from '@blood-bank/contract/blood-requests/endpoints'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { Moment } from '../../../api/moment.tsx'
import { findOfflineList, OFFLINE_QUERIES } from '../../../device/offline/offline-list.ts'
import { useOfflineUser } from '../../../device/offline/turn-off-offline-access.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { CallLink } from '../../../ui/phone/call-link.tsx'
import { formatAge } from '../../../ui/records/dates.ts'
import { Skeleton } from '../../../ui/records/skeleton.tsx'
import { requestHeadingId } from '../state.ts'
import { BloodRequestCard, BloodRequestCardSkeleton } from './blood-request-card.tsx'
import { RequestMenu } from './request-menu.tsx'
import styles from './saved-blood-requests.module.css'

/**
 * The active requests as last saved on this device, with the age of the list. They can be read and called, but not
 * changed: their status may be outdated.
 */
export function SavedBloodRequests() {
  const isOn = Boolean(useOfflineUser())
  const saved = useQuery({
    queryKey: [...OFFLINE_QUERIES, 'list'],
    queryFn: readSavedList,
    meta: { isForBrowser: true },
    refetchInterval: MINUTE_MS,
  })
  return (
    <Section title="Saved active requests">
      {saved.isPending ? (
        <Skeleton className={styles.list} status="Loading...">
          <BloodRequestCardSkeleton />
        </Skeleton>
      ) : saved.data ? (
        <SavedList {...saved.data} />
      ) : (
        <p>
          {isOn
            ? "No list is saved on this device. Open View Requests while you're online to save one."
            : 'No list is saved on this device. To save one, turn on offline access under Account.'}
        </p>
      )}
    </Section>
  )
}

type SavedRequests = { savedAt: string; age: string; records: BloodRequest[]; total: number }

/** Includes the age, so that it is recomputed with every refetch. A list saved by an older build may be invalid. */
async function readSavedList(): Promise<SavedRequests | null> {
  const saved = await findOfflineList()
  const list = listActiveBloodRequests.reply.body.safeParse(await saved?.reply.json().catch(() => null))
  if (!saved || !list.success) return null
  const { records, total } = list.data
  return {
    savedAt: saved.savedAt.toISOString(),
    age: formatAge(saved.savedAt, new Date()),
    records,
    total: total ?? records.length,
  }
}

function SavedList({ savedAt, age, records, total }: SavedRequests) {
  return (
    <>
      <Notice kind="warning">
        As of <Moment at={savedAt} />, <span>{age}</span>. Some may have been fulfilled since then, so call
        first.
      </Notice>
      {records.length === 0 && <p>There were no active blood requests at that time.</p>}
      {total > records.length && <p>{`These are the newest ${records.length} of ${total}.`}</p>}
      <SmallPrint>Never pay or ask for money.</SmallPrint>
      <ul className={styles.list}>
        {records.map(bloodRequest => (
          <li key={bloodRequest.id} className={styles.record}>
            <SavedCard bloodRequest={bloodRequest} />
          </li>
        ))}
      </ul>
    </>
  )
}

const SavedCard = ({ bloodRequest }: { bloodRequest: BloodRequest }) => (
  <BloodRequestCard
    bloodRequest={bloodRequest}
    urgencyLabels={URGENCY_DESCRIPTIONS}
    buttons={
      <>
        {bloodRequest.contactNumber !== null && <CallLink number={bloodRequest.contactNumber} />}
        <RequestMenu bloodRequest={bloodRequest} describedBy={requestHeadingId(bloodRequest.id)} />
      </>
    }
  />
)
