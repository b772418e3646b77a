import { Gauge, type Registry } from 'prom-client'
import type { PhoneNumberLimits } from '../access/number-limits.ts'

/** Registers the gauge of the accounts that are near a limit, labelled by account id. */
export function registerNumberMetrics(phoneNumberLimits: PhoneNumberLimits, register: Registry): void {
  new Gauge({
    name: 'numbers_sent_near_limit',
    help: 'Phone numbers sent within the window to accounts that are at 80 % of its limit or beyond.',
    labelNames: ['account', 'window'],
    registers: [register],
    collect() {
      this.reset()
      for (const { userId, window, numbers } of phoneNumberLimits.listAccountsNearLimit())
        this.set({ account: userId, window }, numbers)
    },
  })
}
