import type { BloodRequest, Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { owns } from '@blood-bank/contract/blood-requests/rules'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useOptimisticList } from '../../../lists/changes/optimistic-list.ts'
import { outcomeNoticeOf } from '../../../lists/changes/outcome-notice.tsx'
import { EndlessList } from '../../../lists/endless-list.tsx'
import type { useSteadyList } from '../../../lists/use-records.ts'
import { useWithoutEarlier } from '../../../lists/use-without-earlier.ts'
import { useActor } from '../../../session/session.ts'
import { isFocusLost } from '../../../ui/browser/focus.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Announcement } from '../../../ui/feedback/announcement.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { formatCount } from '../../../ui/records/counts.ts'
import type { RequestedAction } from '../actions/actions.ts'
import { useActions } from '../actions/use-actions.ts'
import { BLOOD_REQUESTS } from '../queries.ts'
import { isActive, isCurrent, requestHeadingId } from '../state.ts'
import { FoldedBloodRequests } from './folded-blood-requests.tsx'

/** Loaded when it is asked. */
const ActionDialog = lazyPage(() => import('../actions/action-dialog.tsx'), 'ActionDialog')

/** Concerns every card, which therefore need not say it. */
export const NO_MONEY = 'Never pay or ask for money.'

/** What the card of a request in such a list is given. */
export type ListedCardProps = {
  bloodRequest: BloodRequest
  /** The list's labels of the urgencies (spec §3). */
  urgencyLabels: Record<Urgency, string>
  isOwn: boolean
  /** Whether it has left the list while it was shown. */
  isGone: boolean
  onAction: (requested: RequestedAction) => void
  /** The error of an action on this request. */
  problem: ReactNode
}

type Props = {
  /** Shows one request. Memoise it. */
  Card: ComponentType<ListedCardProps>
  title: string
  list: ReturnType<typeof useSteadyList<BloodRequest>>
  /** The message for a failed request. */
  failed: string
  /** Shown when the list is empty. */
  none: string
  /** Shown when the list has only folded requests. */
  noneActive?: string
  /** What to do when the list is empty. */
  next: ReactNode
  urgencyLabels: Record<Urgency, string>
  /** For a list with requests of every status, where closed ones are folded; they leave other lists. */
  showsStatus?: boolean
  /** Which of the active ones are for the person; the others are folded. Undefined for a list where all are. */
  isForPerson?: (bloodRequest: BloodRequest) => boolean
  /** For a page that says the same elsewhere: for screen readers only. */
  isTitleHidden?: boolean
  /** What stands for a card while the list loads. */
  skeleton?: ReactNode
  /** Shown above the requests once there are any. */
  intro?: ReactNode
  /** Whether to show the list as loading, because what its cards show besides is about to come. */
  isHeldBack?: boolean
}

const describeOthers = (count: number) =>
  `${formatCount(count)} other ${count === 1 ? 'request' : 'requests'}`

/** Blood requests, with actions on one's own. */
export function BloodRequestList({
  Card,
  title,
  failed,
  urgencyLabels,
  showsStatus = false,
  ...props
}: Props) {
  const actor = useActor()
  const actions = useActions()
  const loaded = useOptimisticList<BloodRequest, Props['list']>(
    props.list,
    BLOOD_REQUESTS,
    showsStatus ? undefined : isActive,
  )
  const whole =
    props.isHeldBack && loaded.data
      ? { ...loaded, data: undefined, isPending: true, hasNextPage: false }
      : loaded
  const { list, earlier, earlierTotal } = useWithoutEarlier<BloodRequest, typeof whole>(
    whole,
    showsStatus ? isCurrent : (props.isForPerson ?? null),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const focusedAfter = useRef<HTMLElement>(null)
  const above = actions.outcomes.filter(({ mayBeGone }) => mayBeGone)
  const isShownAbove = above.length > 0

  // The request may be gone, so the outcome is shown under the heading. Somebody who goes on stays where they are.
  useEffect(() => {
    if (isShownAbove && (isFocusLost() || document.activeElement === focusedAfter.current))
      heading.current?.focus()
  }, [isShownAbove])

  /** The heading of the request, of the one after or before it, or else of the list. */
  function focusTargetFor({ id }: BloodRequest) {
    const ids = (props.list.data?.pages ?? []).flat().map(other => other.id)
    const index = ids.indexOf(id)
    const headings = [id, ids[index + 1], ids[index - 1]].map(other =>
      document.getElementById(requestHeadingId(other)),
    )
    focusedAfter.current = headings.find(Boolean) ?? heading.current
    return focusedAfter.current
  }

  const cardOf = (bloodRequest: BloodRequest) => (
    <Card
      bloodRequest={bloodRequest}
      urgencyLabels={urgencyLabels}
      isOwn={owns(actor, bloodRequest)}
      isGone={list.data?.goneIds?.has(bloodRequest.id) ?? false}
      onAction={actions.ask}
      problem={outcomeNoticeOf(actions, bloodRequest.id)}
    />
  )
  return (
    <Section
      title={title}
      isTitleHidden={props.isTitleHidden ?? false}
      headingRef={heading}
      lead={props.isTitleHidden ? undefined : NO_MONEY}
    >
      {above.map(outcome => (
        <Notice key={outcome.record.id} kind={outcome.kind} onDismiss={() => actions.dismiss(outcome)}>
          <p>{outcome.message}</p>
          {above.length > 1 && <p>Patient: {outcome.record.patientName}</p>}
        </Notice>
      ))}
      {list.data && list.data.total + earlierTotal > 0 && props.intro}
      <EndlessList
        list={list}
        failed={failed}
        none={(earlierTotal > 0 && props.noneActive) || props.none}
        next={props.next}
        noun={['request', 'requests']}
        skeleton={props.skeleton}
      >
        {cardOf}
      </EndlessList>
      {earlierTotal > 0 && (
        <FoldedBloodRequests
          title={showsStatus ? `Earlier requests (${earlierTotal})` : describeOthers(earlierTotal)}
          bloodRequests={earlier}
          startsOpen={showsStatus}
          isAlone={list.data?.total === 0}
        >
          {cardOf}
        </FoldedBloodRequests>
      )}
      <Announcement>{actions.done}</Announcement>
      {actions.asked && (
        <Suspense>
          <ActionDialog actions={actions} focusAfter={focusTargetFor} />
        </Suspense>
      )}
    </Section>
  )
}
