import { MINUTE_MS } from '@blood-bank/contract/durations'
import { READ_CAMPUS_FIGURES } from '@blood-bank/contract/endpoint'
import { describeLastMonth } from '@blood-bank/contract/offers/answer-times'
import type { CampusFigures as Figures, readCampusFigures } from '@blood-bank/contract/site/figures'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatCount } from '../../ui/records/counts.ts'
import styles from './campus-figures.module.css'

const FRESH_MS = MINUTE_MS

/** Public counts of donors and requests, and how soon donors answer. Takes its space while loading; the server leaves out small numbers. */
export function CampusFigures() {
  const { data } = useQuery({
    queryKey: ['campus-figures'],
    queryFn: ({ signal }) => call<typeof readCampusFigures>(READ_CAMPUS_FIGURES, {}, { signal }),
    staleTime: FRESH_MS,
    retry: false,
  })
  return <div className={styles.figures}>{data && <KnownFigures {...data} />}</div>
}

const KnownFigures = ({ donorsReady, activeRequests, usualAnswerMinutes }: Figures) => (
  <>
    {donorsReady !== null && <Figure count={donorsReady}>donors ready</Figure>}
    {activeRequests !== null && <Figure count={activeRequests}>active requests</Figure>}
    {usualAnswerMinutes !== null && <p className={styles.pace}>{describeLastMonth(usualAnswerMinutes)}</p>}
  </>
)

const Figure = ({ count, children }: { count: number; children: string }) => (
  <p className={styles.figure}>
    <strong className={styles.count}>{`${formatCount(count)}+`}</strong> {children}
  </p>
)
