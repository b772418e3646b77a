import { Gauge, type Registry } from 'prom-client'
import type { NumbersSent } from './phone-number-limits.ts'

/** Names the accounts that are near a limit, by their ids. */
export function registerNumberMetrics(numbersSent: NumbersSent, register: Registry): void {
  new Gauge({
    name: 'numbers_sent_near_limit',
    help: 'Phone numbers sent within the window to accounts that are at 80 % of its limit or beyond.',
    labelNames: ['account', 'window'],
    registers: [register],
    collect() {
      this.reset()
      for (const { userId, window, numbers } of numbersSent.nearLimits())
        this.set({ account: userId, window }, numbers)
    },
  })
}
