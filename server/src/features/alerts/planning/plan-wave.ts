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
  asked: AlertCounts
  requester: {
    hasRecord: boolean
    /** The donors asked for this mailbox in the last 24 hours, for any request. */
    alerts: number
    /** How many more donors may be asked for new members; null for everybody else. */
    leftForNew: number | null
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
  /** When the wave began: earlier than now if other planners interrupted it. Null if there is none now. */
  soughtAt: Date | null
  /** The limits of the requester: not more than so many, also of a small pool. */
  allowed: number
  /** Whether nobody is asked because many new members have asked. */
  isHeldBack: boolean
  nextWaveAt: Date | null
}

/** Decides how many donors to ask now, before it is known who could be asked. */
export function sizeWave(situation: WaveSituation): WaveSize {
  const { bloodRequest, asked, requester, policy, answerShare, quietUntil, now } = situation
  const { urgency, unitsNeeded } = bloodRequest
  const wave = policy.waves[urgency]
  const waveIsDueAt = new Date((asked.lastWaveAt?.getTime() ?? -Infinity) + wave.intervalMinutes * MINUTE_MS)
  const isWaveDue = asked.lastWaveAt === null || waveIsDueAt <= now
  const kind = isWaveDue ? 'wave' : 'replacement'
  // The first wave does not depend on offers, so that nobody who offers before it can silence a request.
  const offers = asked.lastWaveAt === null ? 0 : bloodRequest.trustedOffers

  if (unitsNeeded <= 0 || offers >= unitsNeeded + wave.backupOffers)
    return { kind, size: 0, soughtAt: null, allowed: 0, isHeldBack: false, nextWaveAt: null }
  if (quietUntil !== null && urgency !== 'urgent')
    return { kind, size: 0, soughtAt: null, allowed: 0, isHeldBack: false, nextWaveAt: quietUntil }

  const unitsWithoutOffer = Math.min(MAX_UNITS_COUNTED, Math.max(0, unitsNeeded - offers))
  // A wave that other planners interrupted asks at least one more donor: only then is the next wave scheduled.
  const wanted = isWaveDue
    ? Math.max(
        1,
        clamp(Math.round((wave.effort * unitsWithoutOffer) / answerShare), wave) - asked.sinceLastWave,
      )
    : Math.max(0, asked.declined - asked.replacements)
  const { leftForNew } = requester
  const allowedAlone = countAllowed(situation)
  const allowed = Math.min(allowedAlone, leftForNew ?? Number.POSITIVE_INFINITY)
  const intervalMs = wave.intervalMinutes * MINUTE_MS
  const isBegun = asked.begunAt !== null && asked.begunAt.getTime() + intervalMs > now.getTime()
  const soughtAt = isWaveDue ? (isBegun ? asked.begunAt : now) : null
  // A limit ends by itself, or with a record, which a donation for another request can bring. The time depends on nobody.
  const nextWaveAt = soughtAt ? new Date(soughtAt.getTime() + intervalMs) : waveIsDueAt
  const isHeldBack = allowedAlone > 0 && allowed === 0
  return { kind, size: Math.min(wanted, allowed), soughtAt, allowed, isHeldBack, nextWaveAt }
}

/** How many more donors may be asked for a requester now, as far as it depends on the requester alone. */
function countAllowed({ bloodRequest, asked, requester, policy }: WaveSituation): number {
  const today = DONORS_PER_REQUESTER.max - requester.alerts
  const isKnown = requester.hasRecord || bloodRequest.trustedOffers > 0
  return Math.max(0, isKnown ? today : Math.min(today, policy.newRequesterAlerts - asked.alerts))
}

const clamp = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, value))

/** Somebody who may be asked. */
export type Candidate = { userId: string; mailbox: string }

type Choice = WaveSituation & {
  /** In the order in which they are asked. More than the wave and a small pool, or than `candidatesToRead`, need not be given. */
  candidates: readonly Candidate[]
}

type Wave = WaveSize & {
  /** The users to ask. */
  chosen: string[]
}

/**
 * Where fewer people than this can be asked, nobody takes the place of a donor who declined before the next wave: whoever
 * is asked at once, and knows the others, learns who declined.
 */
const MIN_TO_REPLACE = 10

/** Plans whom to ask now for a blood request. */
export function planWave({ candidates, ...situation }: Choice): Wave {
  const { policy } = situation
  const size = sizeWave(situation)
  const isWave = size.kind === 'wave'
  const isSmallPool = isWave && candidates.length <= policy.smallPool
  const isTold = !isWave && new Set(candidates.map(({ mailbox }) => mailbox)).size < MIN_TO_REPLACE
  const count = isTold ? 0 : isSmallPool ? Math.min(candidates.length, size.allowed) : size.size
  return { ...size, chosen: candidates.slice(0, size.size && count).map(({ userId }) => userId) }
}

/** How many candidates to read: enough to know a small pool, or whether it is large enough to replace donors. */
export const candidatesToRead = ({ kind, size }: WaveSize, policy: AlertPolicy): number =>
  size === 0 ? 0 : kind === 'wave' ? Math.max(size, policy.smallPool + 1) : Math.max(size, 5 * MIN_TO_REPLACE)
