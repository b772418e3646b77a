import type { FastifyInstance } from 'fastify'
import type { PhoneNumberLimits } from '../access/number-limits.ts'

const INTERVAL_MS = 1_000

/** Synchronizes the counts with the other servers every second while this server listens, and once more on close. */
export function scheduleSynchronization(app: FastifyInstance, phoneNumberLimits: PhoneNumberLimits): void {
  let timer: NodeJS.Timeout | undefined
  const synchronize = async () => {
    try {
      await phoneNumberLimits.synchronize()
    } catch (error) {
      // Unwritten counts stay in memory, where they limit the account, until they can be written.
      app.log.warn({ reason: String(error) }, 'the counts of phone numbers could not be written')
    }
  }
  const synchronizeAndReschedule = async () => {
    await synchronize()
    timer = setTimeout(synchronizeAndReschedule, INTERVAL_MS).unref()
  }
  app.addHook('onListen', async () => {
    timer = setTimeout(synchronizeAndReschedule, INTERVAL_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    await synchronize()
    clearTimeout(timer)
  })
}
