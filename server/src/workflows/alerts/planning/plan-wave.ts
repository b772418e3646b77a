import { createHash } from 'node:crypto'
import type { BloodGroup } from '@blood-bank/contract/blood-groups'
import type { Urgency } from '@blood-bank/contract/blood-requests'
import { donorGroupsFor } from '@blood-bank/contract/rules/compatibility'
import type { AlertPolicy } from '../../../config/alert-policy.ts'

const MINUTE_MS = 60_000

/** A donor who may be asked for a blood request. */
export type Candidate = { userId: string; bloodGroup: BloodGroup; lastAlertedAt: Date | null }

/** The alerts of a blood request so far. */
export type Asked = {
  /** Answered with "Not this time". Each is replaced by another donor. */
  declined: number
  replacements: number
  lastWaveAt: Date | null
  /** Those who were asked since then, in a wave that could not be asked as a whole. */
  sinceLastWave: number
}

export type WaveSituation = {
  bloodRequest: {
    requiredBloodGroup: BloodGroup
    urgency: Urgency
    /** The units that were not given yet. */
    unitsNeeded: number
    offersStanding: number
  }
  asked: Asked
  requester: {
    /** Whether anybody ever offered to donate for a request of this person. */
    hasHadOffer: boolean
    /** The donors asked for this person lately, for any request. */
    alerts: number
  }
  policy: AlertPolicy
  /** The share of alerts on this site that are answered with yes. */
  answerShare: number
  /** When the quiet hours end; null outside of them. */
  quietUntil: Date | null
  now: Date
}

/** How many donors to ask now. `nextWaveAt` is when to look again; null: only after an offer or an answer. */
export type WaveSize = {
  kind: 'wave' | 'replacement'
  size: number
  nextWaveAt: Date | null
}

/** Decides how many donors to ask now, before it is known who could be asked. */
export function sizeWave({
  bloodRequest,
  asked,
  requester,
  policy,
  answerShare,
  quietUntil,
  now,
}: WaveSituation): WaveSize {
  const { urgency, unitsNeeded, offersStanding } = bloodRequest
  const wave = policy.waves[urgency]
  const waveIsDueAt = new Date((asked.lastWaveAt?.getTime() ?? -Infinity) + wave.intervalMinutes * MINUTE_MS)
  const isWaveDue = asked.lastWaveAt === null || waveIsDueAt <= now
  const kind = isWaveDue ? 'wave' : 'replacement'

  if (unitsNeeded <= 0 || offersStanding >= unitsNeeded + wave.backupOffers)
    return { kind, size: 0, nextWaveAt: null }
  if (quietUntil !== null && urgency !== 'urgent') return { kind, size: 0, nextWaveAt: quietUntil }

  const unitsWithoutOffer = Math.max(0, unitsNeeded - offersStanding)
  // A wave that others cut short ends with at least one more donor, because only then the next wave has a time.
  const wanted = isWaveDue
    ? Math.max(
        1,
        clamp(Math.round((wave.effort * unitsWithoutOffer) / answerShare), wave) - asked.sinceLastWave,
      )
    : Math.max(0, asked.declined - asked.replacements)
  const allowed = requester.hasHadOffer
    ? wanted
    : Math.max(0, Math.min(wanted, policy.newRequesterAlerts - requester.alerts))
  // Nobody else is asked for a new requester until somebody has offered, and an offer makes the planner look again.
  if (wanted > 0 && allowed === 0) return { kind, size: 0, nextWaveAt: null }
  const nextWaveAt = isWaveDue ? new Date(now.getTime() + wave.intervalMinutes * MINUTE_MS) : waveIsDueAt
  return { kind, size: allowed, nextWaveAt }
}

const clamp = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, value))

type Choice = WaveSituation & {
  /** Those who may be asked. More than the wave and a small pool need not be given. */
  candidates: readonly Candidate[]
  /** Decides between donors who were asked at the same time; recorded with the wave. */
  seed: number
}

export type Wave = WaveSize & {
  chosen: Candidate[]
  /** Whether there were fewer donors than should have been asked. */
  isExhausted: boolean
}

/**
 * Plans whom to ask now for a blood request: the exact group first, then the other groups in order of preference, within a
 * group those who were asked least recently.
 */
export function planWave({ candidates, seed, ...situation }: Choice): Wave {
  const { policy, requester, bloodRequest } = situation
  const size = sizeWave(situation)
  if (size.size === 0) return { ...size, chosen: [], isExhausted: false }
  const isSmallPool = size.kind === 'wave' && requester.hasHadOffer && candidates.length <= policy.smallPool
  const count = isSmallPool ? candidates.length : size.size
  const groups = donorGroupsFor(bloodRequest.requiredBloodGroup)
  const ranked = candidates
    .map(candidate => ({
      candidate,
      rank: [
        groups.indexOf(candidate.bloodGroup),
        candidate.lastAlertedAt?.getTime() ?? 0,
        randomRank(seed, candidate.userId),
      ] as const,
    }))
    .toSorted((one, other) => compare(one.rank, other.rank))
  const chosen = ranked.slice(0, count).map(({ candidate }) => candidate)
  return { ...size, chosen, isExhausted: candidates.length <= count }
}

/** How many candidates to read for a wave: all of a small pool, and otherwise no more than are asked. */
export const candidatesToRead = ({ size }: WaveSize, policy: AlertPolicy): number =>
  size === 0 ? 0 : Math.max(size, policy.smallPool) + 1

const randomRank = (seed: number, id: string) =>
  createHash('sha256').update(`${seed} ${id}`).digest().readUInt32BE()

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, value] of one.entries()) {
    const difference = value - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
