import {
  endOtherSessions,
  listOtherSessions,
  type OtherSession,
} from '@blood-bank/contract/sessions/endpoints'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { Moment } from '../../api/moment.tsx'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { LoadMore } from '../../lists/load-more.tsx'
import { useRecords } from '../../lists/use-records.ts'
import { refreshRecords } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LineSkeleton } from '../../ui/records/skeleton.tsx'
import { AccountRow } from './account-row.tsx'

const OTHER_SESSIONS = ['sessions', 'others']

const FAILED = 'Failed to load your other sessions.'

/** Refetches where else the actor is signed in. */
export const refreshOtherSessions = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: OTHER_SESSIONS })

/** Where else the actor is signed in, and a button that ends those sessions. */
export function SessionsRow() {
  const client = useQueryClient()
  const summary = useRef<HTMLParagraphElement>(null)
  const others = useOtherSessions()
  const sessions = others.data?.pages.flat()
  const ending = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: async () => {
      await refreshRecords(client)
      // The focused button is gone.
      summary.current?.focus({ preventScroll: true })
    },
  })
  return (
    <AccountRow id="sessions" title="Where I'm signed in" state={others.data ? stateOf(others) : ''}>
      {others.isPending && <LineSkeleton />}
      <FetchFailure query={others} failed={FAILED} />
      {sessions && (
        <>
          <p ref={summary} tabIndex={-1}>
            {describeSessions(sessions.length, others.hasNextPage)}
          </p>
          <SessionList sessions={sessions} />
        </>
      )}
      <LoadMore pages={others} failed={FAILED} />
      <MutationNotice of={ending} failed="Failed to end your other sessions. Please try again." />
      {ending.isSuccess && <Notice kind="success">Your other sessions have ended.</Notice>}
      {sessions && sessions.length > 0 && (
        <div>
          <Button isBusy={ending.isPending} onClick={() => ending.mutate()}>
            End other sessions
          </Button>
        </div>
      )}
    </AccountRow>
  )
}

const useOtherSessions = () =>
  useRecords({
    queryKey: OTHER_SESSIONS,
    fetchPage: (query, options) => call(listOtherSessions, { query }, options),
  })

function stateOf({ data, hasNextPage }: ReturnType<typeof useOtherSessions>) {
  const count = data?.pages.flat().length
  if (count === 0) return 'Only here'
  if (hasNextPage) return `Here and in ${count} or more other places`
  return count === 1 ? 'Here and in 1 other place' : `Here and in ${count} other places`
}

function describeSessions(count: number, hasMore: boolean) {
  if (count === 0) return "You aren't signed in anywhere else."
  return `You're also signed in on ${count}${hasMore ? ' or more' : ''} other ${count === 1 && !hasMore ? 'device or browser' : 'devices or browsers'}:`
}

const SessionList = ({ sessions }: { sessions: OtherSession[] }) =>
  sessions.length > 0 && (
    <ul>
      {sessions.map(({ id, startedAt, lastUsedAt }) => (
        <li key={id}>
          Since <Moment at={startedAt} />, last used <Moment at={lastUsedAt} />
        </li>
      ))}
    </ul>
  )
