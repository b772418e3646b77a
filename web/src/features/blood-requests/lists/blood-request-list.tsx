import { type BloodRequest, owns, type Urgency } from '@blood-bank/contract/blood-requests'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { EndlessList } from '../../../lists/endless-list.tsx'
import type { useRecords } from '../../../lists/use-records.ts'
import { useActor } from '../../../session/session.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { useActedOn } from '../actions/pending-acts.ts'
import { useActing } from '../actions/use-acting.ts'
import { BloodRequestCard, headingIdOf } from './blood-request-card.tsx'

/** Loaded when it is first needed: dialogs are heavy. */
const ActDialog = lazyPage(() => import('../actions/act-dialog.tsx'), 'ActDialog')

type Props = {
  title: string
  list: ReturnType<typeof useRecords<BloodRequest>>
  /** The sentence for a list that could not be fetched. */
  failure: string
  /** The sentence for an empty list. */
  none: string
  /** What one may do when there is none. */
  next: ReactNode
  urgencyLabels: Record<Urgency, string>
  /** For a list of requests in every state; the closed leave any other. */
  showsStatus?: boolean
}

/** Blood requests, with what one may do to one's own. */
export function BloodRequestList({ title, failure, urgencyLabels, showsStatus = false, ...props }: Props) {
  const actor = useActor()
  const acting = useActing({ onDone: showToast })
  const list = useActedOn(props.list, { keepsClosed: showsStatus })
  const heading = useRef<HTMLHeadingElement>(null)
  const { outcome } = acting
  const isToldAbove = outcome !== null && !outcome.at

  // The request may be gone; what came of the act stands under the heading.
  useEffect(() => {
    if (isToldAbove) heading.current?.focus()
  }, [isToldAbove])

  /** The request that was acted on, the one in its place or before it, or else the list. */
  function placeOf({ id }: BloodRequest) {
    const ids = (props.list.data?.pages ?? []).flat().map(other => other.id)
    const at = ids.indexOf(id)
    const headings = [id, ids[at + 1], ids[at - 1]].map(one => document.getElementById(headingIdOf(one)))
    return headings.find(Boolean) ?? heading.current
  }

  const told = outcome && (
    <Notice kind={outcome.kind} onDismiss={acting.dismiss}>
      {outcome.message}
    </Notice>
  )
  return (
    <Section title={title} headingRef={heading}>
      {isToldAbove && told}
      <EndlessList
        list={list}
        failure={error => explainFailure(error, failure)}
        none={props.none}
        next={props.next}
        noun={['request', 'requests']}
      >
        {bloodRequest => (
          <BloodRequestCard
            bloodRequest={bloodRequest}
            urgencyLabels={urgencyLabels}
            showsStatus={showsStatus}
            isOwn={owns(actor, bloodRequest)}
            onAsk={acting.ask}
            problem={outcome?.at === bloodRequest.id && told}
          />
        )}
      </EndlessList>
      {acting.asked && (
        <Suspense>
          <ActDialog acting={acting} focusAfter={placeOf} />
        </Suspense>
      )}
    </Section>
  )
}
