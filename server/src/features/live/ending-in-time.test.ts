import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANONYMOUS, type Caller } from '../../identity/access/caller.ts'
import { eventText } from '../../platform/http/replies/event-stream.ts'
import type { Change } from '../../platform/live/change-log.ts'
import { createLiveStreams } from './streams.ts'

/** Streams end within a second: the poll takes the rest of it. */
const MAX_WAIT_MS = 500

const START = new Date('2026-11-22T08:00:00Z')
const user = {
  id: '5f0e8a52-6f0c-4a3e-9f0e-8a526f0c4a3e',
  email: 'rima@example.edu',
  role: 'user' as const,
  emailVerified: true,
  createdAt: '2026-11-20T08:00:00.000Z',
}
const SIGNED_IN: Caller = { ...ANONYMOUS, user, sessionEndsAt: new Date(START.getTime() + 60_000) }

const RIGHT = { hallId: null, endsAt: new Date(START.getTime() + 30_000) }

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

/** Opens a stream on a clock of its own, with a log of changes and a session that the test changes. */
async function openStream(caller = SIGNED_IN) {
  const stream = { send: vi.fn(), end: vi.fn(), onClose: vi.fn() }
  const changes: Change[] = []
  const live = createLiveStreams({
    createReader: () => async () => ({ changes: changes.splice(0), missed: false }),
    findRecent: async () => ({ changes: [], missed: false }),
    findSession: async () => caller,
    log: { warn: vi.fn() },
    now: () => new Date(),
  })
  await live.open({ token: 'token', address: '192.0.2.1' }, () => stream)
  return {
    stream,
    commit(table: string, changed: Caller) {
      caller = changed
      changes.push({ table, personId: user.id }, { table: 'donors', personId: user.id })
    },
  }
}

test.each<[string, string, Caller, string]>([
  ['the session has ended', 'sessions', ANONYMOUS, 'session-ended'],
  ['the account is suspended', 'users', { ...SIGNED_IN, isSuspended: true }, 'session-ended'],
  [
    'the right of a coordinator has begun',
    'users',
    { ...SIGNED_IN, coordinatorRight: RIGHT },
    'account-changed',
  ],
  ['the role has changed', 'users', { ...SIGNED_IN, user: { ...user, role: 'admin' } }, 'account-changed'],
])(
  'when %s, the next poll ends the stream, and no hint is sent before',
  async (_, table, changed, reason) => {
    const { stream, commit } = await openStream()
    // The longest wait: the change is committed just after a poll.
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS)
    commit(table, changed)
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS)
    expect(stream.end.mock.calls[0]).toEqual([eventText('bye', reason)])
    expect(stream.end.mock.invocationCallOrder[0]).toBeLessThan(
      stream.send.mock.invocationCallOrder[1] ?? Infinity,
    )
  },
)

test.each<[string, Caller, number, Caller, string]>([
  ['the session expires', SIGNED_IN, 59_999, ANONYMOUS, 'session-ended'],
  [
    'the right of a coordinator ends',
    { ...SIGNED_IN, coordinatorRight: RIGHT },
    29_999,
    SIGNED_IN,
    'account-changed',
  ],
])('when %s, the next poll ends the stream', async (_, before, afterMs, then, reason) => {
  const { stream, commit } = await openStream(before)
  await vi.advanceTimersByTimeAsync(afterMs)
  expect(stream.end).not.toHaveBeenCalled()
  commit('donors', then)
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS)
  expect(stream.end.mock.calls[0]).toEqual([eventText('bye', reason)])
})
