import { openLiveStream } from '@blood-bank/contract/live/endpoints'
import type pg from 'pg'
import type { Registry } from 'prom-client'
import { Gauge } from 'prom-client'
import { serve } from '../../identity/access/serve.ts'
import type { SessionContext } from '../../identity/sessions/session-context.ts'
import type { Log } from '../../platform/http/log.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { createEventStream, requireEventStream } from '../../platform/http/replies/event-stream.ts'
import { createChangeReader, findRecentChanges } from '../../platform/live/change-log.ts'
import { createLiveStreams } from './streams.ts'

type Needs = { pool: pg.Pool; log: Log; register: Registry }

/** The stream of hints. The streams end before the server closes, which waits for its connections. */
export function liveRoutes(context: SessionContext, { pool, log, register }: Needs): void {
  const { http, sessionCookies, findSession, now } = context
  const live = createLiveStreams({
    createReader: () => createChangeReader(pool),
    findRecent: ms => findRecentChanges(pool, ms),
    findSession,
    log,
    now,
  })
  http.app.addHook('preClose', live.close)
  new Gauge({
    name: 'live_streams',
    help: 'Open streams of live updates on this server.',
    registers: [register],
    collect() {
      this.set(live.count())
    },
  })

  serve(http, openLiveStream, async ({ req, reply, query }) => {
    requireEventStream(req)
    const token = sessionCookies.tokenOf(req)
    if (token === null) throw refuse('not-signed-in')
    await live.open({ token, address: req.ip, ...query }, () => createEventStream(reply))
  })
}
