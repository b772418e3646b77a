import type { EligibilityDay } from '@blood-bank/contract/donors/eligibility'
import type { AlertPolicy } from '../../../config/alert-policy.ts'
import type { TextMessages } from '../../../config/text-messages.ts'
import type { Database, Transaction } from '../../../platform/database/connection.ts'
import { normalizeText } from '../../blood-requests/need.ts'
import { neededUntil } from '../../blood-requests/needed-by.ts'
import { scheduleWave } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { lockDonorsToAlert, setAlertTimes } from '../../donors/store.ts'
import { countGiven } from '../../offers/donations/queries.ts'
import { countTrustedOffers, hasRecord } from '../../offers/trust.ts'
import { enqueueAlertMails } from '../mails.ts'
import { enqueueAlertPushes } from '../push/enqueue-pushes.ts'
import { countAlerts, countDonorsAskedFor, findAlertTimes } from '../queries.ts'
import { insertAlerts, saveWave } from '../store.ts'
import { enqueueAlertTexts } from '../texts/enqueue-alert-texts.ts'
import { findCandidates } from './candidates.ts'
import { candidatesToRead, planWave, sizeWave, type WaveSituation } from './plan-wave.ts'

/** When the rest of a wave is asked. */
const RETRY_MS = 2_000

/** What the planner knows about the site and the time. */
export type Planning = {
  policy: AlertPolicy
  /** Hashes who needs what where (`alerts.need`). */
  hashNeed: (text: string) => string
  answerShare: number
  /** Null if the site sends no text messages. */
  texts: Pick<TextMessages, 'perDay' | 'countries'> | null
  quietUntil: Date | null
  day: EligibilityDay
  now: Date
}

/**
 * Asks the donors of the next wave of a blood request, and sets when its next one is due. The transaction has
 * locked the request: the alerts and the jobs that send them are stored together.
 * @returns how many donors were asked
 */
export async function askDonors(
  db: Transaction,
  bloodRequest: BloodRequestRow,
  { policy, hashNeed, answerShare, texts, quietUntil, day, now }: Planning,
): Promise<number> {
  const { id, userId: requesterId, urgency } = bloodRequest
  const situation = await readSituation(db, bloodRequest, { policy, answerShare, quietUntil, now })
  const size = sizeWave(situation)
  const { soughtAt, nextWaveAt } = size
  if (size.size === 0) {
    if (soughtAt) await saveWave(db, id, soughtAt)
    await scheduleNext(db, bloodRequest, { at: nextWaveAt, soughtAt, policy })
    return 0
  }
  const need = needOf(bloodRequest, hashNeed)
  const { weeklyAlerts } = policy.waves[urgency]
  const requesterHasRecord = situation.requester.hasRecord
  const candidates = await findCandidates(db, {
    bloodRequest,
    need,
    weeklyAlerts,
    requesterHasRecord,
    registeredBefore: size.kind === 'wave' ? null : situation.asked.lastWaveAt,
    day,
    now,
    limit: candidatesToRead(size, policy),
  })
  const wave = planWave({ ...situation, candidates })
  const locked = await lockDonorsToAlert(db, wave.chosen, now)
  const alerts = await insertAlerts(db, {
    bloodRequestId: id,
    requesterId,
    userIds: locked.map(({ userId }) => userId),
    need,
    urgency,
    kind: wave.kind,
    requesterHasRecord,
    alertedAt: now,
    weeklyAlerts,
  })
  const alerted = alerts.map(({ userId }) => userId)
  await setAlertTimes(db, await findAlertTimes(db, alerted, now), { alertedAt: now })
  const emails = new Map(locked.map(({ userId, email }) => [userId, email]))
  await enqueueAlertMails(db, alerts, emails)
  const isQuiet = quietUntil !== null
  const notified = await enqueueAlertPushes(db, alerts, { isQuiet })
  // Another planner was faster with some of these donors: the rest of the wave is asked when it is planned next.
  const isWhole = alerts.length === wave.chosen.length
  if (soughtAt && isWhole) await saveWave(db, id, soughtAt)
  const at = isWhole ? nextWaveAt : new Date(now.getTime() + RETRY_MS)
  await scheduleNext(db, bloodRequest, { at, soughtAt, policy })
  // Last, as this locks the day.
  if (urgency === 'urgent' && texts !== null)
    await enqueueAlertTexts(db, alerts, {
      isQuiet,
      notified,
      day: day.today,
      texts,
      hasRecord: requesterHasRecord,
    })
  return alerts.length
}

/** A request is due again when it is time to ask its owner whether blood is still needed. */
async function scheduleNext(
  db: Database,
  bloodRequest: BloodRequestRow,
  { at, soughtAt, policy }: { at: Date | null; soughtAt: Date | null; policy: AlertPolicy },
): Promise<void> {
  const until = neededUntil(bloodRequest, policy.neededHours)
  await scheduleWave(db, bloodRequest.id, at !== null && at < until ? at : until, soughtAt)
}

async function readSituation(
  db: Database,
  bloodRequest: BloodRequestRow,
  known: Pick<WaveSituation, 'policy' | 'answerShare' | 'quietUntil' | 'now'>,
): Promise<WaveSituation> {
  const { id, userId: requesterId, urgency, unitsRequired } = bloodRequest
  const { now } = known
  const unitsGiven = (await countGiven(db, [id])).get(id)?.unitsGiven ?? 0
  return {
    ...known,
    asked: await countAlerts(db, bloodRequest),
    bloodRequest: {
      urgency,
      unitsNeeded: unitsRequired - unitsGiven,
      trustedOffers: await countTrustedOffers(db, id, now),
    },
    requester: {
      hasRecord: await hasRecord(db, requesterId, now),
      alerts: await countDonorsAskedFor(db, requesterId, now),
    },
  }
}

function needOf(
  { userId, patientName, hospitalName }: BloodRequestRow,
  hashNeed: Planning['hashNeed'],
): Buffer {
  const [patient, hospital] = [patientName, hospitalName].map(normalizeText)
  return Buffer.from(hashNeed(JSON.stringify([userId, patient, hospital])), 'base64url')
}
