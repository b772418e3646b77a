import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { openLiveStream } from '@blood-bank/contract/campus/live'
import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { aBloodRequest } from '@blood-bank/server/testing/builders'
import { newCaller, type Reply } from '@blood-bank/server/testing/person'
import type pg from 'pg'
import type { MailReceiver } from './mail-receiver.ts'
import { ASKED_GROUP, type Member } from './people.ts'
import type { Server } from './servers.ts'
import { waitUntil } from './wait-until.ts'

/** How long background work takes after a failover, from the acknowledged call that causes it, in milliseconds. */
export type BackgroundDelays = { mailMs: number; alertMs: number; liveMs: number }

type Bank = {
  server: Server
  db: pg.ClientBase
  mail: MailReceiver
  poster: Member
  donor: Member
  streams: Stream[]
}

const TIMEOUT_MS = 20_000

/** Registers somebody, who gets a mail, and posts what a donor is asked for and what every live stream hints at. */
export async function measureBackgroundDelays({
  server,
  db,
  mail,
  poster,
  donor,
  streams,
}: Bank): Promise<BackgroundDelays> {
  const stranger = `stranger-${performance.now()}@example.edu`
  const registeredAt = await untilAccepted(() =>
    newCaller(server.url()).call(registerAccount, { body: { email: stranger, password: 'a long password' } }),
  )
  const mailAt = waitUntil('a mail', async () => mail.lastMailTo(stranger), TIMEOUT_MS)
  const postedAt = await untilAccepted(() =>
    poster.at(server).call(postBloodRequest, { body: aBloodRequest({ requiredBloodGroup: ASKED_GROUP }) }),
  )
  const alertAt = waitUntil(
    'an alert',
    async () => {
      const at = mail.lastMailTo(donor.email)
      return at !== null && at > postedAt && at
    },
    TIMEOUT_MS,
  )
  const listening = streams.filter(stream => stream.server.isRunning())
  const hints = listening.map(stream =>
    waitUntil('a live hint', async () => stream.lastHintAt() > postedAt && stream.lastHintAt(), TIMEOUT_MS),
  )
  const [mailed, alerted, ...hinted] = await Promise.all([mailAt, alertAt, ...hints])
  const delays = {
    mailMs: mailed - registeredAt,
    alertMs: alerted - postedAt,
    liveMs: Math.max(...hinted) - postedAt,
  }
  // The donor can be asked again.
  await db.query('delete from alerts')
  return delays
}

/** @returns when the call was acknowledged */
async function untilAccepted(call: () => Promise<Reply<unknown>>): Promise<number> {
  for (;;) {
    const reply = await call().catch(() => null)
    if (reply && reply.status < 300) return performance.now()
    await pause(50)
  }
}

export type Stream = { server: Server; lastHintAt: () => number; close: () => void }

/** Listens to the live updates of a server, and connects again when the stream ends, as the page does. */
export function startStream(server: Server, member: Member): Stream {
  let lastHintAt = 0
  let isClosed = false
  let current: IncomingMessage | null = null
  const connect = () => {
    if (isClosed) return
    const headers = { accept: 'text/event-stream', cookie: member.at(server).cookie ?? '' }
    const call = get(`${server.url()}${openLiveStream.path}`, { agent: false, headers }, res => {
      current = res
      res.setEncoding('utf8').on('data', (text: string) => {
        if (/event: (hint|resync)/.test(text)) lastHintAt = performance.now()
      })
      res.on('error', () => {}).once('close', connectLater)
    })
    call.on('error', connectLater)
  }
  const connectLater = () => void setTimeout(connect, 100)
  connect()
  return {
    server,
    lastHintAt: () => lastHintAt,
    close() {
      isClosed = true
      current?.destroy()
    },
  }
}
