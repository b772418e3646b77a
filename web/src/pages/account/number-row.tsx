import { requiredGroupOf } from '@blood-bank/contract/blood-requests/descriptions'
import type { Donor } from '@blood-bank/contract/donors/endpoints'
import { type ContactReveal, listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { Moment } from '../../api/moment.tsx'
import { useOwnDonor } from '../../features/donors/queries.ts'
import { LoadMore } from '../../lists/load-more.tsx'
import { useRecords } from '../../lists/use-records.ts'
import { Link } from '../../ui/controls/link.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { LineSkeleton } from '../../ui/records/skeleton.tsx'
import styles from './account-row.module.css'
import { AccountPart, AccountRow } from './account-row.tsx'

/** Who can see the actor's donor number, and who has seen it: the contact ledger. */
export function NumberRow() {
  const donor = useOwnDonor().data
  const current = useReveals({ hasEnded: false })
  const ended = useReveals({ hasEnded: true })
  return (
    <AccountRow id="number" title="My number" state={stateOf(donor, current.data?.pages.flat().length)}>
      {donor && (
        <p>
          <span>{describeSearches(donor)}</span> <Link to="/edit-donor-profile">Change this</Link>
        </p>
      )}
      <Viewers
        title="Who can see my number"
        reveals={current}
        none="Nobody sees your number for an offer at the moment."
      >
        <SmallPrint>This list is about people you offered to donate to, and admins.</SmallPrint>
      </Viewers>
      <Viewers title="Who has seen it" reveals={ended} none="Nobody has seen your number this way." />
    </AccountRow>
  )
}

const isInSearches = ({ isAvailable, isProfileActive }: Donor) => isAvailable && isProfileActive !== false

function describeSearches(donor: Donor): string {
  if (!donor.allowContactVisibility) return 'Your donor profile keeps your number private in searches.'
  return isInSearches(donor)
    ? 'Your donor profile shows your number to every member in searches.'
    : "You don't appear in searches at the moment. When you do, every member sees your number there."
}

/** Who sees the number now, in a few words; empty while it is not known. */
function stateOf(donor: Donor | null | undefined, viewers: number | undefined) {
  if (donor === undefined || viewers === undefined) return ''
  if (donor?.allowContactVisibility && isInSearches(donor)) return 'Every member sees it in searches'
  if (viewers === 0) return 'Nobody sees it'
  return viewers === 1 ? '1 person sees it' : `${viewers} people see it`
}

const useReveals = ({ hasEnded }: { hasEnded: boolean }) =>
  useRecords({
    queryKey: ['contact-reveals', { hasEnded }],
    fetchPage: ({ after }, options) =>
      call(listContactReveals, { query: { after, hasEnded: hasEnded ? 'true' : 'false' } }, options),
  })

type Props = {
  title: string
  reveals: ReturnType<typeof useReveals>
  none: string
  children?: ReactNode
}

const FAILED = 'Failed to load who can see your number.'

function Viewers({ title, reveals, none, children }: Props) {
  const records = reveals.data?.pages.flat()
  return (
    <AccountPart title={title}>
      {reveals.isPending && <LineSkeleton />}
      <FetchFailure query={reveals} failed={FAILED} />
      {records?.length === 0 && <p>{none}</p>}
      {records && records.length > 0 && (
        <ul className={styles.list}>
          {records.map(reveal => (
            <li key={reveal.id}>
              <span>{describeViewer(reveal)}</span> — <Period reveal={reveal} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore pages={reveals} failed={FAILED} />
      {children}
    </AccountPart>
  )
}

/** Who sees or saw a number, as the beginning of a sentence. */
function describeViewer({ occasion, bloodRequest }: ContactReveal): string {
  if (occasion === 'admin') return 'An admin'
  if (occasion === 'coordinator') return 'A coordinator of the club, who called'
  if (!bloodRequest) return 'The member who posted a request that has been deleted since'
  const { hospitalName, contactPerson } = bloodRequest
  return `The member who posted the request for ${requiredGroupOf(bloodRequest)} at ${hospitalName} (contact: ${contactPerson})`
}

/** An admin or a coordinator looks once; a member sees a number from one moment until another. */
function Period({ reveal: { occasion, beganAt, endedAt } }: { reveal: ContactReveal }) {
  if (endedAt === null)
    return (
      <>
        since <Moment at={beganAt} />
      </>
    )
  if (occasion === 'admin' || occasion === 'coordinator') return <Moment at={beganAt} />
  return (
    <>
      from <Moment at={beganAt} /> to <Moment at={endedAt} />
    </>
  )
}
