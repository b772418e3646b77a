import { type AlertPolicy, DEFAULT_POLICY } from '../../config/alert-policy.ts'
import { type Candidate, planWave, type WaveSituation } from '../../features/alerts/planning/plan-wave.ts'

/** Noon, and the end of the quiet hours after it. */
export const NOW = new Date('2026-11-22T12:00:00Z')
export const MORNING = new Date('2026-11-23T07:00:00Z')
export const minutesFromNow = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

/** The waves of the design, so that these tests do not depend on how the defaults are tuned. */
export const POLICY: AlertPolicy = {
  ...DEFAULT_POLICY,
  waves: {
    urgent: { min: 16, max: 32, effort: 1, intervalMinutes: 5, backupOffers: 1, weeklyAlerts: Infinity },
    moderate: { min: 4, max: 12, effort: 0.5, intervalMinutes: 30, backupOffers: 0, weeklyAlerts: 1 },
    low: { min: 3, max: 6, effort: 0.5, intervalMinutes: 240, backupOffers: 0, weeklyAlerts: 1 },
  },
  smallPool: 15,
  newRequesterAlerts: 8,
}

/** What is different from `aSituation`. */
export type SituationChanges = Partial<Omit<WaveSituation, 'bloodRequest' | 'asked' | 'requester'>> & {
  bloodRequest?: Partial<WaveSituation['bloodRequest']>
  asked?: Partial<WaveSituation['asked']>
  requester?: Partial<WaveSituation['requester']>
}

/** A new urgent request for one unit, of somebody with a record. */
export const aSituation = ({
  bloodRequest,
  asked,
  requester,
  ...more
}: SituationChanges = {}): WaveSituation => ({
  bloodRequest: {
    urgency: 'urgent',
    unitsNeeded: 1,
    trustedOffers: 0,
    ...bloodRequest,
  },
  asked: {
    alerts: 0,
    declined: 0,
    replacements: 0,
    lastWaveAt: null,
    begunAt: null,
    sinceLastWave: 0,
    ...asked,
  },
  requester: { hasRecord: true, alerts: 0, leftForNew: null, ...requester },
  policy: POLICY,
  answerShare: 1 / 8,
  quietUntil: null,
  now: NOW,
  ...more,
})

/** Donors who may be asked. */
export const donors = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({ userId: `donor ${at}`, mailbox: `donor${at}@example.edu` }))

/** Plans a wave of a situation. */
export const plan = (candidates: Candidate[], changes: SituationChanges = {}) =>
  planWave({ ...aSituation(changes), candidates })
