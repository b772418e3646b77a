import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Listens on a free port of this machine. @returns the port */
export async function listenLocally(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Tells the parent the URLs of servers of this process, which ends with its parent. */
export function serveParent(urls: Record<string, string>): void {
  process.on('disconnect', () => process.exit())
  process.send?.(urls)
}

/** A process that serves its parent. */
export type Child = {
  urls: Record<string, string>
  tell: (message: object) => void
  stop: () => Promise<void>
}

/** @param script its file @throws when it ends instead of listening */
export async function startChild(script: URL, environment: Record<string, string>): Promise<Child> {
  const child = fork(script, { env: { ...process.env, ...environment } })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`${script.pathname} ended at its start with ${code}.`)
  })
  const [urls] = await Promise.race([once(child, 'message'), failed])
  failed.catch(() => {})
  return {
    urls,
    tell: message => void child.send(message),
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
