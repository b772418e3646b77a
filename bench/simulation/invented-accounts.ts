import { DAY_MS, HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { BloodRequest } from './blood-requests.ts'
import type { CampusRun } from './campus-run.ts'
import { START } from './clock.ts'
import type { Offerer } from './people.ts'
import { type Offer, type Progress, tellChange } from './progress.ts'

const ACCOUNTS = 2
const DAYS = 28
/** More than a requester without a record can have donors asked for. */
const REQUESTS_A_DAY = 8

/**
 * Two invented accounts that are registered when the simulation begins. Each posts eight urgent requests a day for which
 * everybody is compatible, and cancels them after an hour.
 */
export const inventBloodRequests = (parameters: { members: number; bloodRequests: number }): BloodRequest[] =>
  Array.from({ length: ACCOUNTS * DAYS * REQUESTS_A_DAY }, (_, nth) => {
    const day = Math.floor(nth / (ACCOUNTS * REQUESTS_A_DAY))
    const postedAt = START + day * DAY_MS + 9 * HOUR_MS + (nth % REQUESTS_A_DAY) * MINUTE_MS
    return {
      id: parameters.bloodRequests + nth,
      requesterId: parameters.members + (nth % ACCOUNTS),
      isRequesterKnown: false,
      isInvented: true,
      requiredBloodGroup: 'AB+',
      component: 'blood',
      takesOtherGroups: false,
      urgency: 'urgent',
      units: 100,
      postedAt,
      neededBy: postedAt + HOUR_MS,
    }
  })

/** How long a requester calls in vain before pressing "Not needed". */
const CALLED_IN_VAIN_MS = 30 * MINUTE_MS

/**
 * The same accounts offer for each blood request before its first wave, and withdraw what they had offered before.
 * @returns offers for a blood request
 */
export function createBots({ events }: CampusRun): (progress: Progress) => void {
  const standing = new Map<Offerer, { offer: Offer; progress: Progress }>()
  const bots: Offerer[] = Array.from({ length: ACCOUNTS }, () => {
    return { isVerified: false, knownSince: START, endings: [] }
  })

  function end(bot: Offerer): void {
    const ended = standing.get(bot)
    if (!ended || !standing.delete(bot) || ended.progress.isClosed) return
    ended.offer.until = events.now()
    bot.endings.push(events.now())
    tellChange(ended.progress)
  }

  return progress => {
    for (const bot of bots) {
      end(bot)
      const offer = { by: bot, at: events.now(), until: Number.POSITIVE_INFINITY }
      progress.offers.push(offer)
      standing.set(bot, { offer, progress })
      events.add(events.now() + CALLED_IN_VAIN_MS, () => {
        if (standing.get(bot)?.offer === offer) end(bot)
      })
    }
  }
}
