import type { FastifyInstance } from 'fastify'
import type { NumbersSent } from './phone-number-limits.ts'

const INTERVAL_MS = 1_000

/** Exchanges what was counted with the other servers while this one listens, and once more when it has ended. */
export function scheduleExchange(app: FastifyInstance, numbersSent: NumbersSent): void {
  let timer: NodeJS.Timeout | undefined
  const exchange = async () => {
    try {
      await numbersSent.exchange()
    } catch (error) {
      // What was counted stays in memory, where it limits the account, until it can be written.
      app.log.warn({ reason: String(error) }, 'the numbers sent could not be written')
    }
  }
  const exchangeInTime = async () => {
    await exchange()
    timer = setTimeout(exchangeInTime, INTERVAL_MS).unref()
  }
  app.addHook('onListen', async () => {
    timer = setTimeout(exchangeInTime, INTERVAL_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    await exchange()
    clearTimeout(timer)
  })
}
