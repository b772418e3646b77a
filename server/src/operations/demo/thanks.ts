import { HOUR_MS } from '@blood-bank/contract/durations'
import { ThankYou } from '@blood-bank/contract/thanks/sentences'
import type { Campus } from './campus.ts'

/** Of so many requests that were fulfilled, the owner of one chose nothing. */
const WITHOUT_EVERY = 4

type Closing = {
  closedAt: Date
  thankYou: ThankYou | null
  thankYouChosenAt: Date | null
  thankYouDueAt: null
}

/**
 * When the closed requests of a campus were closed, and with what their owners thanked the donors, by the id of the request.
 * The demo donor is still asked; other thank-yous have arrived.
 */
export function closingsOf(
  { bloodRequests, offers }: Campus,
  asked: string,
  now: Date,
): Map<string, Closing> {
  const closings = new Map<string, Closing>()
  let fulfilled = 0
  for (const { id, status, requestedAt, owner } of bloodRequests) {
    if (status === 'active') continue
    const settled = offers.filter(({ bloodRequest }) => bloodRequest.id === id)
    const times = settled.map(({ settledAt }) => settledAt?.getTime() ?? 0)
    const closedAt = new Date(Math.min(now.getTime(), Math.max(requestedAt.getTime() + HOUR_MS, ...times)))
    const isThanked =
      status === 'fulfilled' &&
      owner.email !== asked &&
      settled.some(offer => offer.status === 'donated') &&
      fulfilled++ % WITHOUT_EVERY !== 0
    closings.set(id, {
      closedAt,
      thankYou: isThanked ? (ThankYou.options[fulfilled % ThankYou.options.length] ?? null) : null,
      thankYouChosenAt: isThanked ? closedAt : null,
      thankYouDueAt: null,
    })
  }
  return closings
}
