import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { aBloodRequest } from '@blood-bank/server/testing/person'
import type pg from 'pg'
import { waitUntil } from '../waiting.ts'
import { ASKED_GROUP, type Site } from './site.ts'

const TIMEOUT_MS = 20_000

/**
 * Posts what a donor is asked for by email and what every live stream hints at.
 * @returns how long both take after a failover, from the acknowledged post, in milliseconds
 */
export async function measureDelays({ servers, mail, poster, donor, streams }: Site, db: pg.Client) {
  const body = aBloodRequest({ requiredBloodGroup: ASKED_GROUP })
  const post = () => poster.at(servers[0]).call(postBloodRequest, { body })
  await waitUntil('an acknowledged post', async () => (await post()).status === 201)
  const postedAt = performance.now()
  const msUntil = (what: string, readTime: () => number) =>
    waitUntil(what, async () => readTime() > postedAt && readTime() - postedAt, { timeoutMs: TIMEOUT_MS })
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
