import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A server in its own process. */
export type Child = { url: string; tell: (message: object) => void; stop: () => Promise<void> }

/**
 * Starts a server that `listenForParent`s.
 * @param script its file
 * @throws when it ends instead of listening
 */
export async function startChild(script: URL, environment: Record<string, string> = {}): Promise<Child> {
  const child = fork(script, { env: { ...process.env, ...environment } })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`${script.pathname} ended at its start with ${code}.`)
  })
  const [{ url }] = await Promise.race([once(child, 'message'), failed])
  failed.catch(() => {})
  return {
    url,
    tell: message => void child.send(message),
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
