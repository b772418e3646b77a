import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ANONYMOUS, type Caller } from '../../identity/access/caller.ts'
import { createEventStream } from '../../platform/http/replies/event-stream.ts'
import { createChangeReader } from '../../platform/live/change-log.ts'
import { listenLocally, openStream } from '../../testing/http/live-stream.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeBloodRequest, storeUser } from '../../testing/stored.ts'
import { createLiveStreams } from './streams.ts'

const { pool, db } = await createTestDatabase()
const { createdAt, ...rima } = await storeUser(db)
const CALLER: Caller = {
  ...ANONYMOUS,
  user: { ...rima, createdAt: createdAt.toISOString() },
  sessionEndsAt: new Date(Date.now() + 86_400_000),
}

/** A server whose lookup of sessions can be made to fail or to wait. */
async function start() {
  const findSession = vi.fn(async () => CALLER)
  const live = createLiveStreams({
    createReader: () => createChangeReader(pool),
    findRecent: async () => ({ changes: [], missed: false }),
    findSession,
    log: { warn: () => {} },
    now: () => new Date(),
  })
  const app = fastify()
  app.get('/api/live', async (_req, reply) => {
    await live.open({ token: 'a token', address: '192.0.2.1' }, () => createEventStream(reply))
    return reply
  })
  app.addHook('preClose', live.close)
  onTestFinished(() => app.close())
  return { app, findSession, address: await listenLocally(app) }
}

test('changes that could not be told while the database failed are not lost: all lists are fetched again', async () => {
  const { address, findSession } = await start()
  const stream = await openStream(address, { cookie: undefined })
  findSession.mockRejectedValueOnce(new Error('no database'))
  await storeBloodRequest(db)
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', rima.id).execute()
  await vi.waitFor(() => expect(stream.events).toContainEqual({ event: 'resync', data: '-' }), 10_000)
})

test('a stream that is opened while the server stops ends at once, so that the server can stop', async () => {
  const { app, address, findSession } = await start()
  const looked = Promise.withResolvers<void>()
  const found = Promise.withResolvers<Caller>()
  findSession.mockImplementationOnce(() => {
    looked.resolve()
    return found.promise
  })
  const opened = openStream(address, { cookie: undefined })
  await looked.promise
  const closed = app.close()
  // The streams that are open when the server starts to close have ended.
  await vi.waitFor(() => expect(app.server.listening).toBe(false))
  found.resolve(CALLER)
  expect(await (await opened).ended).toBe('server-stopping')
  await closed
})
