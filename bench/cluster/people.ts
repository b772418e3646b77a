import { setTimeout as pause } from 'node:timers/promises'
import { openLiveStream } from '@blood-bank/contract/live/endpoints'
import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { newCaller, type Person } from '@blood-bank/server/testing/person'
import type pg from 'pg'
import type { Server } from './servers.ts'

const PASSWORD = 'a long password'

/** Somebody who is signed in, at whichever server they call. */
export type Member = { email: string; at: (server: Server) => Person }

/**
 * Registers, verifies and signs in. The link in the mail is not followed: `db` marks the address as verified.
 */
export async function newMember(server: Server, db: pg.Client, name: string): Promise<Member> {
  const email = `${name}@example.edu`
  const person = newCaller(server.url())
  const body = { email, password: PASSWORD }
  await person.call(registerAccount, { body })
  await db.query('update users set email_verified = true where email = $1', [email])
  const { status } = await person.call(signIn, { body })
  if (status !== 201) throw new Error(`${email} could not sign in: ${status}.`)
  return { email, at: ({ url }) => Object.assign(newCaller(url()), { cookie: person.cookie }) }
}

/** Listens to live updates, and connects again when the stream ends, as the page does. */
export function startStream(server: Server, member: Member) {
  const stream = { server, lastHintAt: 0 }
  const listen = async () => {
    const headers = { accept: 'text/event-stream', cookie: member.at(server).cookie ?? '' }
    const { body } = await fetch(`${server.url()}${openLiveStream.path}`, { headers })
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? [])
      if (/event: (hint|resync)/.test(part)) stream.lastHintAt = performance.now()
  }
  const listenOn = async () => {
    // Until this process ends.
    for (;;) {
      await listen().catch(() => {})
      await pause(100)
    }
  }
  void listenOn()
  return stream
}
