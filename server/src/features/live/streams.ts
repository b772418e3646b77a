import {
  type ByeReason,
  HEARTBEAT_MS,
  MAX_STREAMS_PER_ACCOUNT,
  MAX_STREAMS_PER_ADDRESS,
} from '@blood-bank/contract/live/endpoints'
import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Caller } from '../../identity/access/caller.ts'
import { personOf } from '../../identity/mailboxes/mailbox.ts'
import type { WarningLog } from '../../platform/http/log.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { type EventStream, eventText } from '../../platform/http/replies/event-stream.ts'
import type { Change, ChangesSince } from '../../platform/live/change-log.ts'
import { createListeners, type Listener } from '../../platform/live/listeners.ts'
import { createWatcher } from '../../platform/live/watcher.ts'
import { networksOf } from '../../platform/network/address-prefix.ts'
import { createHints } from './lists.ts'

type Options = {
  /** Creates a reader of the log of changes, which tells what has changed from its first poll on. */
  createReader: () => () => Promise<ChangesSince>
  /** Finds what has changed in the last milliseconds. */
  findRecent: (ms: number) => Promise<ChangesSince>
  findSession: (token: string) => Promise<Caller>
  log: WarningLog
  now: () => Date
}

type LiveListener = Listener & {
  token: string
  user: User
  isCoordinator: boolean
  /** What the person may do, and whether a new admin has to give the password first. */
  account: string
  /** When to look up the session again: it, or the right of a coordinator, ends by itself. */
  endsAt: Date
}

/** A change of these tables can end the right to a stream. */
const TABLES_OF_RIGHTS = ['users', 'sessions']

/** The live streams of this server. */
type LiveStreams = {
  /**
   * Opens a stream for the session.
   * @param address the address of the caller, for whose networks it counts
   * @param listsAgeMs tells what has changed in this time; without it, what changes from now on
   * @throws Refusal not-signed-in when the session has just ended
   */
  open: (
    caller: { token: string; address: string; listsAgeMs?: number | undefined },
    createStream: () => EventStream,
  ) => Promise<void>
  count: () => number
  /** Ends all streams, so that the server can close. */
  close: () => Promise<void>
}

/** Tells listeners which of their lists have changed, and ends the streams of people who may no longer listen. */
export function createLiveStreams({ createReader, findRecent, findSession, log, now }: Options): LiveStreams {
  const listeners = createListeners<LiveListener>({
    maxPerPerson: MAX_STREAMS_PER_ACCOUNT,
    maxPerNetwork: MAX_STREAMS_PER_ADDRESS,
    onTooMany: listener => endStream(listener, 'too-many-streams'),
  })
  const watch = createWatcher({ createReader, onPoll: sendHints, log })
  /** Listeners whose session has to be looked up before they are told anything. */
  const toCheck = new Set<LiveListener>()
  /** Whether the changes of an earlier poll have not been told, because the database failed meanwhile. */
  let isBehind = false
  let isClosing = false
  const heartbeat = setInterval(
    () => void listeners.visit(({ stream }) => stream.send(eventText('heartbeat'))),
    HEARTBEAT_MS,
  ).unref()

  async function sendHints({ changes, missed: wasMissed }: ChangesSince) {
    const missed = wasMissed || isBehind
    // The reader does not find these changes again.
    isBehind = true
    const expiredBefore = now()
    for (const listener of missed ? listeners.all() : listenersIn(changes)) toCheck.add(listener)
    for (const listener of listeners.all()) if (listener.endsAt <= expiredBefore) toCheck.add(listener)
    await Promise.all([...toCheck].map(checkRight))

    await listeners.visit(hinting({ changes, missed }))
    isBehind = false
  }

  const findEarlier = (ms: number) =>
    findRecent(ms).catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'the first live update cannot be sent')
      return { changes: [], missed: true }
    })

  const listenersIn = (changes: readonly Change[]) =>
    changes.flatMap(({ table, personId }) =>
      personId !== null && TABLES_OF_RIGHTS.includes(table) ? listeners.of(personId) : [],
    )

  /** Without a database the listener stays in `toCheck`, and is checked at the next poll. */
  async function checkRight(listener: LiveListener) {
    const { user, endsAt, account } = rightOf(await findSession(listener.token))
    toCheck.delete(listener)
    if (!user || !endsAt) endStream(listener, 'session-ended')
    else if (account !== listener.account) endStream(listener, 'account-changed')
    else listener.endsAt = endsAt
  }

  function endStream({ stream }: LiveListener, reason: ByeReason) {
    stream.end(eventText('bye', reason))
  }

  return {
    async open({ token, address, listsAgeMs }, createStream) {
      const release = await watch()
      try {
        // The session may have ended between the check of the call and the first poll.
        const { user, endsAt, account, isCoordinator } = rightOf(await findSession(token))
        if (!user || !endsAt) throw refuse('not-signed-in')
        const stream = createStream()
        stream.onClose(release)
        const listener = {
          userId: user.id,
          person: personOf(user),
          networks: networksOf(address),
          stream,
          token,
          user,
          isCoordinator,
          account,
          endsAt,
        }
        listeners.add(listener)
        stream.send(eventText('open'))
        // After it listens, so that nothing is missed between.
        if (listsAgeMs !== undefined) hinting(await findEarlier(listsAgeMs))(listener)
        // It was let in before the server closed, and would keep it from stopping.
        if (isClosing) endStream(listener, 'server-stopping')
      } catch (error) {
        release()
        throw error
      }
    },
    count: listeners.count,
    async close() {
      isClosing = true
      clearInterval(heartbeat)
      await listeners.visit(listener => endStream(listener, 'server-stopping'))
    },
  }
}

/** Tells a listener which of their lists may have changed, if any. */
function hinting({
  changes,
  missed,
}: ChangesSince): (listener: Pick<LiveListener, 'user' | 'isCoordinator' | 'stream'>) => void {
  const hintsFor = createHints(changes)
  return ({ user, isCoordinator, stream }) => {
    const lists = hintsFor({ personId: user.id, isAdmin: isAdmin(user), isCoordinator })
    if (missed) stream.send(eventText('resync'))
    else if (lists.length > 0) stream.send(eventText('hint', JSON.stringify(lists)))
  }
}

/** A suspended user has no right to a stream. */
const rightOf = ({ user, isSuspended, sessionEndsAt, isPasswordDue, coordinatorRight }: Caller) => ({
  user: isSuspended ? null : user,
  endsAt:
    coordinatorRight && sessionEndsAt && coordinatorRight.endsAt < sessionEndsAt
      ? coordinatorRight.endsAt
      : sessionEndsAt,
  isCoordinator: coordinatorRight !== null,
  account: `${user?.role} ${user?.emailVerified} ${isPasswordDue} ${coordinatorRight && `coordinator ${coordinatorRight.hallId}`}`,
})
