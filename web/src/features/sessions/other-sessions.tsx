import { endOtherSessions, listOtherSessions } from '@blood-bank/contract/sessions'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { site } from '../../api/site.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { FetchFailure } from '../../ui/fetch-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Line, Skeleton } from '../../ui/skeleton.tsx'

const otherSessionsQuery = queryOptions({
  queryKey: ['sessions', 'others'],
  queryFn: ({ signal }) => call(listOtherSessions, {}, { signal }),
  select: ({ sessions }) => sessions,
})

/** Asks anew where else the actor is signed in. */
export const refreshOtherSessions = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: otherSessionsQuery.queryKey })

/** Where else the actor is signed in, and the way to end that. */
export function OtherSessions() {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const others = useQuery(otherSessionsQuery)
  const ending = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: async () => {
      await refreshOtherSessions(client)
      // The button that had the focus is gone.
      heading.current?.focus()
    },
  })
  return (
    <Card title="Other sessions" headingRef={heading}>
      {others.isPending && (
        <Skeleton says="Loading...">
          <Line width={18} />
        </Skeleton>
      )}
      <FetchFailure query={others} failure={() => 'Failed to load your other sessions.'} />
      {others.data && <Began sessions={others.data} />}
      {ending.error && (
        <Notice kind="error" onDismiss={ending.reset}>
          {explainFailure(ending.error, 'Failed to end your other sessions. Please try again.')}
        </Notice>
      )}
      {ending.isSuccess && <Notice kind="success">Your other sessions have ended.</Notice>}
      {others.data && others.data.length > 0 && (
        <div>
          <Button isBusy={ending.isPending} onClick={() => ending.mutate()}>
            End Other Sessions
          </Button>
        </div>
      )}
    </Card>
  )
}

function Began({ sessions }: { sessions: { startedAt: string }[] }) {
  if (sessions.length === 0) return <p>You are not signed in anywhere else.</p>
  return (
    <>
      <p>
        You are also signed in on {sessions.length} other{' '}
        {sessions.length === 1 ? 'device or browser' : 'devices or browsers'}:
      </p>
      <ul>
        {sessions.map(({ startedAt }) => (
          <li key={startedAt}>
            Since <time dateTime={startedAt}>{formatMoment(startedAt, site.timeZone)}</time>
          </li>
        ))}
      </ul>
    </>
  )
}
