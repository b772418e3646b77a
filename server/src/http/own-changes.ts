import type { FastifyInstance } from 'fastify'

/**
 * Remembers when each person last changed something through this process, for as long as that matters.
 * @param forMs how old what they are shown may be anyway
 * @returns when a person did, in ms; minus infinity when that is long ago
 */
export function rememberChanges(
  app: FastifyInstance,
  { now, forMs }: { now: () => Date; forMs: number },
): (userId: string) => number {
  const changes = new Map<string, number>()

  const forgetOld = (time: number) => {
    for (const [userId, at] of changes) {
      // The others were added later.
      if (time - at <= forMs) return
      changes.delete(userId)
    }
  }

  // Before the answer leaves: whoever has it may ask at once.
  app.addHook('onSend', async ({ method, actor }) => {
    if (method === 'GET' || !actor) return
    const time = now().getTime()
    changes.delete(actor.id)
    changes.set(actor.id, time)
    forgetOld(time)
  })
  return userId => changes.get(userId) ?? Number.NEGATIVE_INFINITY
}
