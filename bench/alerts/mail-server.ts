import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A mail server in a process of its own that accepts every email. */
export type MailServer = { url: string; countAccepted: () => Promise<number>; stop: () => Promise<void> }

export async function startMailServer(): Promise<MailServer> {
  const child = fork(new URL('smtp-stub.ts', import.meta.url))
  const ended = once(child, 'exit')
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    url,
    async countAccepted() {
      const answer = once(child, 'message') as Promise<[{ accepted: number }]>
      child.send('count')
      const [{ accepted }] = await answer
      return accepted
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
