import { requiredGroupOf } from '@blood-bank/contract/blood-requests/required-blood'
import { type ContactReveal, listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { explainFailure } from '../../../api/explain-failure.ts'
import { site } from '../../../api/site.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useRecords } from '../../../lists/use-records.ts'
import { FetchFailure } from '../../../ui/feedback/fetch-failure.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SmallPrint } from '../../../ui/layout/small-print.tsx'
import { formatMoment } from '../../../ui/records/dates.ts'
import { Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import styles from './number-viewers.module.css'

/** Who can see the actor's donor number, and who has seen it: the contact ledger. */
export const NumberViewers = () => (
  <>
    <Viewers
      title="Who can see my number"
      hasEnded={false}
      none="Nobody sees your number for an offer at the moment."
    >
      <SmallPrint>
        This list is about people you offered to donate to, and admins. If your donor profile shows your
        number in searches, every member can see it there.
      </SmallPrint>
    </Viewers>
    <Viewers title="Who has seen it" hasEnded none="Nobody has seen your number this way." />
  </>
)

type Props = { title: string; hasEnded: boolean; none: string; children?: ReactNode }

function Viewers({ title, hasEnded, none, children }: Props) {
  const reveals = useRecords({
    queryKey: ['contact-reveals', { hasEnded }],
    fetchPage: ({ after }, options) =>
      call(listContactReveals, { query: { after, hasEnded: hasEnded ? 'true' : 'false' } }, options),
  })
  const records = reveals.data?.pages.flat()
  const failure = (error: Error) => explainFailure(error, 'Failed to load who can see your number.')
  return (
    <Card title={title}>
      {reveals.isPending && (
        <Skeleton status="Loading...">
          <Line width={18} />
        </Skeleton>
      )}
      {!reveals.isFetchNextPageError && <FetchFailure query={reveals} failure={failure} />}
      {records?.length === 0 && <p>{none}</p>}
      {records && records.length > 0 && (
        <ul className={styles.list}>
          {records.map(reveal => (
            <li key={reveal.id}>
              {describeViewer(reveal)} — <Period reveal={reveal} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore pages={reveals} failure={failure} />
      {children}
    </Card>
  )
}

/** Who sees or saw a number, as the beginning of a sentence. */
function describeViewer({ occasion, bloodRequest }: ContactReveal): string {
  if (occasion === 'admin') return 'An admin'
  if (!bloodRequest) return 'The member who posted a request that has been deleted since'
  const { hospitalName, contactPerson } = bloodRequest
  return `The member who posted the request for ${requiredGroupOf(bloodRequest)} at ${hospitalName} (contact: ${contactPerson})`
}

/** An admin looks once; a member sees a number from one moment until another. */
function Period({ reveal: { occasion, beganAt, endedAt } }: { reveal: ContactReveal }) {
  if (endedAt === null)
    return (
      <>
        since <Moment at={beganAt} />
      </>
    )
  if (occasion === 'admin') return <Moment at={beganAt} />
  return (
    <>
      from <Moment at={beganAt} /> to <Moment at={endedAt} />
    </>
  )
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at, site.timeZone)}</time>
