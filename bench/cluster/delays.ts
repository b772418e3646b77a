import { setTimeout as pause } from 'node:timers/promises'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { aBloodRequest } from '@blood-bank/server/testing/builders'
import { newCaller, type Reply } from '@blood-bank/server/testing/person'
import type pg from 'pg'
import { PASSWORD } from './people.ts'
import { ASKED_GROUP, type Site } from './site.ts'
import { waitUntil } from './waiting.ts'

/** How long background work takes after a failover, from the acknowledged call that causes it, in milliseconds. */
export type Delays = { mailMs: number; alertMs: number; liveMs: number }

const TIMEOUT_MS = 20_000

/** Registers somebody, who gets a mail, and posts what a donor is asked for and what every live stream hints at. */
export async function measureDelays(site: Site, db: pg.Client): Promise<Delays> {
  const { mail, poster, donor, streams } = site
  const [server] = site.servers
  const email = `stranger-${performance.now()}@example.edu`
  const registeredAt = await untilAccepted(() =>
    newCaller(server.url()).call(registerAccount, { body: { email, password: PASSWORD } }),
  )
  const mailAt = waitUntil('a mail', async () => mail.lastMailTo(email), TIMEOUT_MS)
  const postedAt = await untilAccepted(() =>
    poster.at(server).call(postBloodRequest, { body: aBloodRequest({ requiredBloodGroup: ASKED_GROUP }) }),
  )
  const since = (what: string, read: () => number | null) =>
    waitUntil(what, async () => ((read() ?? 0) > postedAt ? read() : null), TIMEOUT_MS)
  const [mailed, alerted, ...hinted] = await Promise.all([
    mailAt,
    since('an alert', () => mail.lastMailTo(donor.email)),
    ...streams
      .filter(stream => stream.server.isRunning())
      .map(stream => since('a live hint', () => stream.lastHintAt)),
  ])
  // The donor can be asked again.
  await db.query('delete from alerts')
  return {
    mailMs: mailed - registeredAt,
    alertMs: alerted - postedAt,
    liveMs: Math.max(...hinted) - postedAt,
  }
}

/** @returns when the call was acknowledged */
async function untilAccepted(call: () => Promise<Reply<unknown>>): Promise<number> {
  for (;;) {
    const reply = await call().catch(() => null)
    if (reply && reply.status < 300) return performance.now()
    await pause(50)
  }
}
