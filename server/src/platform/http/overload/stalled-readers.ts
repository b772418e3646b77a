import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readSendQueues } from './send-queues.ts'

/** How often a connection is looked at before it is given up: so many looks without a change, not so much time. */
const CHECKS = 4

type Watched = { progress: string; checksWithoutProgress: number }

/**
 * Cuts off connections that take nothing of what is sent to them for this long: what waits for them stays in memory,
 * here and in the kernel. Whoever reads, however slowly, stays.
 *
 * A socket's own time-out would cut off slow readers, too: the kernel takes megabytes at once, and then nothing for as
 * long as the reader needs for a third of them. So its queue is looked at as well.
 */
export function disconnectStalledReaders(app: FastifyInstance, seconds: number): void {
  if (!Number.isFinite(seconds)) return
  const replies = new Map<ServerResponse, Watched>()
  app.server.on('request', (_req, res: ServerResponse) => {
    replies.set(res, { progress: '', checksWithoutProgress: 0 })
    res.once('close', () => replies.delete(res))
  })

  const check = async () => {
    const pending = [...replies].filter(([{ socket }]) => (socket?.writableLength ?? 0) > 0)
    if (pending.length === 0) return
    const queueOf = await readSendQueues()
    for (const [res, watched] of pending) {
      const { socket } = res
      if (!socket) continue
      const progress = `${socket.bytesWritten - socket.writableLength} ${queueOf(socket)}`
      watched.checksWithoutProgress = progress === watched.progress ? watched.checksWithoutProgress + 1 : 0
      watched.progress = progress
      if (watched.checksWithoutProgress >= CHECKS) socket.destroy()
    }
  }
  const timer = setInterval(() => void check(), (seconds * 1000) / CHECKS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
