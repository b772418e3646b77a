import { setTimeout as pause } from 'node:timers/promises'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { aBloodRequest } from '@blood-bank/server/testing/builders'
import type pg from 'pg'
import { ASKED_GROUP, type Site } from './site.ts'
import { waitUntil } from './waiting.ts'

/** How long background work takes after a failover, from the acknowledged call that causes it, in milliseconds. */
export type Delays = { alertMs: number; liveMs: number }

const TIMEOUT_MS = 20_000

/** Posts what a donor is asked for by email and what every live stream hints at. */
export async function measureDelays(
  { servers, mail, poster, donor, streams }: Site,
  db: pg.Client,
): Promise<Delays> {
  const body = aBloodRequest({ requiredBloodGroup: ASKED_GROUP })
  const post = () => poster.at(servers[0]).call(postBloodRequest, { body })
  while ((await post().catch(() => null))?.status !== 201) await pause(50)
  const postedAt = performance.now()
  const msUntil = (what: string, readTime: () => number) =>
    waitUntil(what, async () => readTime() > postedAt && readTime() - postedAt, TIMEOUT_MS)
  const [alertMs, ...liveMs] = await Promise.all([
    msUntil('an alert', () => mail.lastMailTo(donor.email) ?? 0),
    ...streams
      .filter(stream => stream.server.isRunning())
      .map(stream => msUntil('a live hint', () => stream.lastHintAt)),
  ])
  // The donor can be asked again.
  await db.query('delete from alerts')
  return { alertMs, liveMs: Math.max(...liveMs) }
}
