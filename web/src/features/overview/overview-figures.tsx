import { BloodRequestStatus, STATUS_LABELS } from '@blood-bank/contract/blood-requests'
import { readOverview } from '@blood-bank/contract/overview'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../ui/fetch-failure.tsx'
import { Section } from '../../ui/section.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { DeadMails } from './dead-mails.tsx'
import { Figure } from './figure.tsx'
import styles from './overview-figures.module.css'

/** How much there is of everything, each figure leading to what it counts (spec §7). */
export function OverviewFigures() {
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => call(readOverview, {}, { signal }),
  })
  const { data: counts } = overview
  return (
    <>
      <FetchFailure query={overview} failure={error => explainFailure(error, 'Failed to load statistics.')} />
      {!counts && overview.isFetching && <Waiting />}
      {counts && (
        <Stack>
          {counts.deadMails > 0 && <DeadMails count={counts.deadMails} />}
          <Section title="People">
            <ul className={styles.figures}>
              <Figure name="Donors" count={counts.donors} to="/admin/donors" />
              <Figure name="Users" count={counts.users} to="/admin/users" />
            </ul>
          </Section>
          <Section title="Blood Requests">
            <ul className={styles.figures}>
              {BloodRequestStatus.options.map(status => (
                <Figure
                  key={status}
                  name={STATUS_LABELS[status]}
                  count={counts.bloodRequests[status]}
                  to={`/admin/requests?status=${status}`}
                />
              ))}
            </ul>
          </Section>
        </Stack>
      )}
    </>
  )
}
