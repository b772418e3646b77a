import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readSendQueues } from './send-queues.ts'

/** A connection is closed after this many checks without progress, not after a time, because checks can be late. */
const CHECKS = 4

type Watched = { progress: string; checksWithoutProgress: number }

/**
 * Closes connections whose peer has read nothing for this long, because their replies occupy memory in the process and in
 * the kernel. Slow readers are not disconnected.
 *
 * The timeout of a socket would also close slow readers: the kernel accepts megabytes at once and then nothing until the
 * peer has read a third of them. So the kernel's send queue is checked as well.
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
