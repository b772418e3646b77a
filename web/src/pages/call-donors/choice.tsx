import { HOSPITAL_DECIDES_GROUPS, howGiven } from '@blood-bank/contract/blood-requests/descriptions'
import {
  type BloodRequest,
  readBloodRequest,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests/endpoints'
import { type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { Moment } from '../../api/moment.tsx'
import { isRefusal } from '../../api/refusal.ts'
import { site } from '../../api/site.ts'
import { BLOOD_REQUESTS, REQUESTS_FETCH_FAILED } from '../../features/blood-requests/queries.ts'
import { describeUnconfirmed, describeUnitsLeft } from '../../features/blood-requests/state.ts'
import { GroupLinks } from '../../features/donors/group-links.tsx'
import { LoadMore } from '../../lists/load-more.tsx'
import { NewRecords } from '../../lists/steady/new-records.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { Age } from '../../ui/records/relative-time.tsx'
import { Line, LineSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'
import styles from './choice.module.css'
import { useRequestsToCallFor } from './queries.ts'

const HERE = '/call-donors'

/** For which request, or for which group, to call. */
export const Choice = () => (
  <>
    <Requests />
    <Section title="Or call donors of a blood group">
      <GroupLinks name={{ 'aria-label': 'Blood group' }} chosen={null} />
      <Link className={styles.other} to={`${HERE}?wrong-numbers`}>
        Donors with a wrong number
      </Link>
    </Section>
  </>
)

/** The active requests. One that was closed meanwhile stays in its place. */
function Requests() {
  const list = useRequestsToCallFor()
  const requests = list.data?.pages.flat() ?? []
  return (
    <Section title="Active requests">
      <NewRecords list={list} noun={['request', 'requests']} />
      <FetchFailure query={list} failed={REQUESTS_FETCH_FAILED} />
      {list.isPending && (
        <Skeleton status="Loading...">
          <Line width={18} />
          <Line width={18} />
        </Skeleton>
      )}
      {list.data && requests.length === 0 && <p>No request needs anybody now.</p>}
      {requests.length > 0 && (
        <ul className={styles.requests}>
          {requests.map(bloodRequest => (
            <li key={bloodRequest.id}>
              <Link className={styles.request} to={`${HERE}?request=${bloodRequest.id}`}>
                <Badge tone="blood">{bloodRequest.requiredBloodGroup}</Badge>
                <span className={styles.what}>
                  <span>{bloodRequest.hospitalName}</span>{' '}
                  <span className={styles.more}>
                    <span>
                      {list.data?.goneIds.has(bloodRequest.id)
                        ? 'No longer active'
                        : describeUnitsLeft(bloodRequest)}
                    </span>
                    {', '}
                    <Age moment={bloodRequest.requestedAt} timeZone={site.timeZone} />
                  </span>{' '}
                  {bloodRequest.unconfirmedSince && (
                    <span className={styles.more}>{describeUnconfirmed(bloodRequest.unconfirmedSince)}</span>
                  )}
                </span>
                <Badge tone={bloodRequest.urgency}>{URGENCY_LABELS[bloodRequest.urgency]}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LoadMore pages={list} failed={REQUESTS_FETCH_FAILED} />
    </Section>
  )
}

/** The request that donors are called for, in few words, and the donors. */
export function ChosenRequest({ id, children }: { id: string; children: ReactNode }) {
  const heading = useId()
  const query = useQuery({
    queryKey: [...BLOOD_REQUESTS, 'called for', id],
    meta: { live: ['active-blood-requests'] },
    queryFn: ({ signal }) => call(readBloodRequest, { params: { id } }, { signal }),
  })
  const { data: bloodRequest, error } = query
  if (isRefusal(error, 'blood-request-not-found', 'invalid-input'))
    return (
      <div className={styles.gone}>
        <Notice kind="info">This request is no longer active.</Notice>
        <LinkButton to={HERE}>Choose another request</LinkButton>
      </div>
    )
  return (
    <>
      <FetchFailure query={query} failed={REQUESTS_FETCH_FAILED} />
      <section className={styles.chosen} aria-labelledby={heading}>
        {bloodRequest ? <About bloodRequest={bloodRequest} headingId={heading} /> : <LineSkeleton />}
        <Link className={styles.other} to={HERE}>
          Choose another
        </Link>
      </section>
      {bloodRequest && children}
    </>
  )
}

/** What donors ask on the phone: how much of what, where, and until when. */
function About({ bloodRequest, headingId }: { bloodRequest: BloodRequest; headingId: string }) {
  const { requiredBloodGroup, hospitalName, hospitalLocation, urgency, neededBy, unconfirmedSince } =
    bloodRequest
  const kind = howGiven(bloodRequest)
  return (
    <div className={styles.about}>
      <div className={styles.head}>
        <Badge tone="blood">{requiredBloodGroup}</Badge>
        <h2 id={headingId}>{`${describeUnitsLeft(bloodRequest)} for ${bloodRequest.patientName}`}</h2>
        <Badge tone={urgency}>{URGENCY_LABELS[urgency]}</Badge>
      </div>
      <p>{[hospitalName, hospitalLocation].filter(Boolean).join(', ')}</p>
      {(kind || bloodRequest.takesOtherGroups) && (
        <p>{[kind, bloodRequest.takesOtherGroups && HOSPITAL_DECIDES_GROUPS].filter(Boolean).join('. ')}</p>
      )}
      {unconfirmedSince && <p>{describeUnconfirmed(unconfirmedSince)}</p>}
      {neededBy && (
        <p>
          Needed by <Moment at={neededBy} />
        </p>
      )}
    </div>
  )
}

/** The group that donors are called for, and the others. */
export const ChosenGroup = ({ bloodGroup }: { bloodGroup: BloodGroup }) => (
  <div className={styles.group}>
    <GroupLinks name={{ 'aria-label': 'Blood group' }} chosen={bloodGroup} />
    <p>
      <span>{`Donors with ${withMinus(bloodGroup)}.`}</span> <Link to={HERE}>Choose a request</Link>{' '}
      <span>to note who is coming.</span>
    </p>
  </div>
)

/** The donors whose number somebody noted as wrong, until it is corrected. */
export const ChosenWrongNumbers = () => (
  <p>
    <span>Their number was wrong. Correct it once you know the right one.</span>{' '}
    <Link to={HERE}>Choose a request</Link>
  </p>
)
