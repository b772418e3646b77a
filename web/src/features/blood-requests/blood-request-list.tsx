import { type BloodRequest, owns, type Urgency } from '@blood-bank/contract/blood-requests'
import { type ReactNode, useEffect, useRef } from 'react'
import { explainFailure } from '../../api/explain-failure.ts'
import { useActor } from '../../api/session.ts'
import type { useRecords } from '../../api/use-records.ts'
import { EndlessList } from '../../ui/endless-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ActDialog } from './act-dialog.tsx'
import { BloodRequestCard } from './blood-request-card.tsx'
import { useActing } from './use-acting.ts'

type Props = {
  title: string
  list: ReturnType<typeof useRecords<BloodRequest>>
  /** The sentence for a list that could not be fetched. */
  failure: string
  none: ReactNode
  urgencyLabels: Record<Urgency, string>
  showsStatus?: boolean
}

/** Blood requests, with what one may do to one's own. */
export function BloodRequestList({ title, list, failure, none, urgencyLabels, showsStatus = false }: Props) {
  const actor = useActor()
  const acting = useActing()
  const heading = useRef<HTMLHeadingElement>(null)
  const { outcome } = acting

  // The button that was pressed may be gone with its request; what came of it stands under the heading.
  useEffect(() => {
    if (outcome && !outcome.at) heading.current?.focus()
  }, [outcome])

  const told = outcome && (
    <Notice kind={outcome.kind} onDismiss={acting.dismiss}>
      {outcome.message}
    </Notice>
  )
  return (
    <Section title={title} headingRef={heading}>
      {!outcome?.at && told}
      <EndlessList
        list={list}
        failure={error => explainFailure(error, failure)}
        none={none}
        count={shown => `${shown} ${shown === 1 ? 'request' : 'requests'} shown`}
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
      <ActDialog acting={acting} />
    </Section>
  )
}
