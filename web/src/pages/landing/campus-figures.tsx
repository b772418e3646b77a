import { MINUTE_MS } from '@blood-bank/contract/durations'
import { READ_CAMPUS_FIGURES } from '@blood-bank/contract/endpoint'
import type { readCampusFigures } from '@blood-bank/contract/site/figures'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatCount } from '../../ui/records/counts.ts'
import styles from './figures.module.css'

/** Public figures, which come with the page; the server leaves out small ones. */
export const useCampusFigures = () =>
  useQuery({
    queryKey: ['campus-figures'],
    queryFn: ({ signal }) => call<typeof readCampusFigures>(READ_CAMPUS_FIGURES, {}, { signal }),
    staleTime: MINUTE_MS,
    retry: false,
  })

/** How many donors are ready and requests active. Takes its line also without them. */
export function CampusFigures() {
  const { donorsReady = null, activeRequests = null } = useCampusFigures().data ?? {}
  return (
    <div className={styles.campus}>
      {donorsReady !== null && <Figure count={donorsReady}>donors ready</Figure>}
      {activeRequests !== null && <Figure count={activeRequests}>active requests</Figure>}
    </div>
  )
}

const Figure = ({ count, children }: { count: number; children: string }) => (
  <p>
    <strong className={styles['campus-count']}>{`${formatCount(count)}+`}</strong> {children}
  </p>
)
