import { DONORS_PER_REQUESTER } from '@blood-bank/contract/alerts/endpoints'
import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { AlertPolicy } from '../../../config/alert-policy.ts'
import type { AlertCounts } from '../queries.ts'

/** More missing units do not enlarge a wave: whoever invents a request can write any number. */
const MAX_UNITS_COUNTED = 4

export type WaveSituation = {
  bloodRequest: {
    urgency: Urgency
    /** The units that were not given yet. */
    unitsNeeded: number
    /** The standing offers that are trusted. The others help, and stop nothing. */
    trustedOffers: number
  }
  asked: Omit<AlertCounts, 'isExhausted'>
  requester: {
    hasRecord: boolean
    /** The donors asked for this person in the last 24 hours, for any request. */
    alerts: number
  }
  policy: AlertPolicy
  /** The share of alerts on this site that are answered with yes. */
  answerShare: number
  /** When the quiet hours end; null outside of them. */
  quietUntil: Date | null
  now: Date
}

/** How many donors to ask now. `nextWaveAt` is when to plan again; null: only after an offer or an answer. */
type WaveSize = {
  kind: 'wave' | 'replacement'
  size: number
  /** The limits of the requester: not more than so many, also of a small pool. */
  allowed: number
  nextWaveAt: Date | null
}

/** Decides how many donors to ask now, before it is known who could be asked. */
export function sizeWave(situation: WaveSituation): WaveSize {
  const { bloodRequest, asked, policy, answerShare, quietUntil, now } = situation
  const { urgency, unitsNeeded } = bloodRequest
  const wave = policy.waves[urgency]
  const waveIsDueAt = new Date((asked.lastWaveAt?.getTime() ?? -Infinity) + wave.intervalMinutes * MINUTE_MS)
  const isWaveDue = asked.lastWaveAt === null || waveIsDueAt <= now
  const kind = isWaveDue ? 'wave' : 'replacement'
  // The first wave does not depend on offers, so that nobody who offers before it can silence a request.
  const offers = asked.lastWaveAt === null ? 0 : bloodRequest.trustedOffers

  if (unitsNeeded <= 0 || offers >= unitsNeeded + wave.backupOffers)
    return { kind, size: 0, allowed: 0, nextWaveAt: null }
  if (quietUntil !== null && urgency !== 'urgent')
    return { kind, size: 0, allowed: 0, nextWaveAt: quietUntil }

  const unitsWithoutOffer = Math.min(MAX_UNITS_COUNTED, Math.max(0, unitsNeeded - offers))
  // A wave that other planners interrupted asks at least one more donor: only then is the next wave scheduled.
  const wanted = isWaveDue
    ? Math.max(
        1,
        clamp(Math.round((wave.effort * unitsWithoutOffer) / answerShare), wave) - asked.sinceLastWave,
      )
    : Math.max(0, asked.declined - asked.replacements)
  const allowed = countAllowed(situation)
  // A limit ends by itself, or with a record, which a donation for another request can bring.
  const nextWaveAt = isWaveDue ? new Date(now.getTime() + wave.intervalMinutes * MINUTE_MS) : waveIsDueAt
  return { kind, size: Math.min(wanted, allowed), allowed, nextWaveAt }
}

/** How many more donors may be asked for a requester now. */
function countAllowed({ bloodRequest, asked, requester, policy }: WaveSituation): number {
  const today = DONORS_PER_REQUESTER.max - requester.alerts
  const isKnown = requester.hasRecord || bloodRequest.trustedOffers > 0
  return Math.max(0, isKnown ? today : Math.min(today, policy.newRequesterAlerts - asked.alerts))
}

const clamp = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, value))

type Choice = WaveSituation & {
  /** The users who may be asked, in the order in which they are. More than the wave and a small pool need not be given. */
  candidates: readonly string[]
  /** Whether there are others who are left for requesters with a record. */
  hasReservedDonors: boolean
}

type Wave = WaveSize & {
  /** The users to ask. */
  chosen: string[]
  /** Whether nobody else could be asked, and that is not because of a limit of the requester. */
  isExhausted: boolean
}

/** Plans whom to ask now for a blood request. */
export function planWave({ candidates, hasReservedDonors, ...situation }: Choice): Wave {
  const { policy } = situation
  const size = sizeWave(situation)
  if (size.size === 0) return { ...size, chosen: [], isExhausted: false }
  const isSmallPool = size.kind === 'wave' && candidates.length <= policy.smallPool
  const count = isSmallPool ? Math.min(candidates.length, size.allowed) : size.size
  const chosen = candidates.slice(0, count)
  return { ...size, chosen, isExhausted: candidates.length <= count && !hasReservedDonors }
}

/** How many candidates to read for a wave: all of a small pool, and otherwise no more than are asked. */
export const candidatesToRead = ({ size }: WaveSize, policy: AlertPolicy): number =>
  size === 0 ? 0 : Math.max(size, policy.smallPool) + 1
