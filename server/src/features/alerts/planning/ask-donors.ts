import type { DonatedComponent } from '@blood-bank/contract/donors/components'
import type { EligibilityDay } from '@blood-bank/contract/donors/eligibility'
import type { AlertPolicy } from '../../../config/alert-policy.ts'
import type { TextMessages } from '../../../config/text-messages.ts'
import type { Database, Transaction } from '../../../platform/database/connection.ts'
import { neededUntil } from '../../blood-requests/needed-by.ts'
import { hashedComponent, normalizeText } from '../../blood-requests/posting.ts'
import { scheduleWave } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { lockDonorsToAlert, setAlertTimes } from '../../donors/store.ts'
import { countClubDonors } from '../../kept-donors/comings.ts'
import { readProgress } from '../../offers/queries.ts'
import { countTrustedOffers, hasRecord } from '../../offers/trust.ts'
import { enqueueAlertMails } from '../mails.ts'
import { enqueueAlertPushes } from '../push/enqueue-pushes.ts'
import { countAlerts, countDonorsAskedFor, findAlertTimes } from '../queries.ts'
import { insertAlerts, saveWave } from '../store.ts'
import { enqueueAlertTexts } from '../texts/enqueue-texts.ts'
import { findCandidates } from './candidates.ts'
import { countAskedForNew, findRequester, leftForNew, type Requester } from './new-members.ts'
import { candidatesToRead, planWave, sizeWave, type WaveSituation } from './plan-wave.ts'

/** When the rest of a wave is asked. */
const RETRY_MS = 2_000

/** What the planner knows about the site and the time. */
export type Planning = {
  policy: AlertPolicy
  /** Hashes who needs what where (`alerts.need`). */
  hashNeed: (text: string) => string
  /** Hashes the mailbox of a requester (`alerts.requester_mailbox`). */
  hashMailbox: (mailbox: string) => string
  /** The addresses of a site that lists its domains; empty if anybody can register. */
  listedDomains: readonly string[]
  /** How many donors can be asked for blood in a day, and for platelets by machine. */
  countAskable: (component: DonatedComponent) => Promise<number>
  /** Tells the admins that many new members have asked. */
  warnAdmins: (db: Transaction) => Promise<void>
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
  planning: Planning,
): Promise<number> {
  const { policy, hashNeed, texts, quietUntil, day, now } = planning
  const { id, userId, urgency } = bloodRequest
  const requester = await findRequester(db, userId, planning)
  const requesterMailbox = Buffer.from(planning.hashMailbox(requester.mailbox), 'base64url')
  const situation = await readSituation(db, bloodRequest, { requester, requesterMailbox, planning })
  const size = sizeWave(situation)
  const { soughtAt, nextWaveAt, isHeldBack } = size
  const heldBackAt = isHeldBack ? (bloodRequest.heldBackAt ?? now) : null
  const search = soughtAt && { soughtAt, heldBackAt }
  if (size.size === 0) {
    if (soughtAt) await saveWave(db, id, soughtAt)
    if (search && isHeldBack) await planning.warnAdmins(db)
    await scheduleNext(db, bloodRequest, { at: nextWaveAt, search, policy })
    return 0
  }
  const need = needOf(bloodRequest, requester, hashNeed)
  const { weeklyAlerts } = policy.waves[urgency]
  const requesterHasRecord = situation.requester.hasRecord
  const asksAsNew = situation.requester.leftForNew !== null
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
  const locked = await lockDonorsToAlert(db, wave.chosen, { component: bloodRequest.component, day, now })
  const alerts = await insertAlerts(db, {
    bloodRequest,
    newRequester: asksAsNew ? { mailbox: requesterMailbox, network: requester.network } : null,
    userIds: locked.map(({ userId }) => userId),
    need,
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
  await scheduleNext(db, bloodRequest, { at, search, policy })
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
  {
    at,
    search,
    policy,
  }: { at: Date | null; search: Parameters<typeof scheduleWave>[3]; policy: AlertPolicy },
): Promise<void> {
  const until = neededUntil(bloodRequest, policy.neededHours)
  await scheduleWave(db, bloodRequest.id, at !== null && at < until ? at : until, search)
}

type Reading = { requester: Requester; requesterMailbox: Buffer; planning: Planning }

async function readSituation(
  db: Transaction,
  bloodRequest: BloodRequestRow,
  { requester, requesterMailbox, planning }: Reading,
): Promise<WaveSituation> {
  const { id, urgency, component, unitsRequired, foundRealAt } = bloodRequest
  const { policy, answerShare, quietUntil, now } = planning
  const unitsGiven = (await readProgress(db, [id])).get(id)?.unitsGiven ?? 0
  // A coordinator knows the kept donors who come, and who gave.
  const { coming, gave } = await countClubDonors(db, id, now)
  // An admin knows more than a record tells.
  const isKnown = foundRealAt !== null || (await hasRecord(db, requester.mailbox, now))
  const asked = await countAlerts(db, bloodRequest)
  const asksAsNew = requester.isNew && !isKnown
  /** How many more donors of those who give this component may be asked. */
  const leftOf = async (component: DonatedComponent) =>
    leftForNew(
      await countAskedForNew(db, { mailbox: requesterMailbox, network: requester.network, component, now }),
      await planning.countAskable(component),
      policy.newRequesterAlerts,
    )
  const leftForAll = asksAsNew ? await leftOf('blood') : null
  return {
    policy,
    answerShare,
    quietUntil,
    now,
    // With the press of an admin the waves begin anew, and at once.
    asked: foundRealAt && foundRealAt >= (asked.lastWaveAt ?? now) ? { ...asked, lastWaveAt: null } : asked,
    bloodRequest: {
      urgency,
      unitsNeeded: unitsRequired - unitsGiven - gave,
      trustedOffers: (await countTrustedOffers(db, id, now)) + coming,
    },
    requester: {
      hasRecord: isKnown,
      alerts: await countDonorsAskedFor(db, bloodRequest.userId, now),
      // Those who give platelets by machine are few, and have a limit of their own within that of all.
      leftForNew:
        leftForAll !== null && component === 'apheresis-platelets'
          ? Math.min(leftForAll, await leftOf(component))
          : leftForAll,
    },
  }
}

/** By mailbox: of several accounts of one, the second asks nobody for what the first has asked for. */
function needOf(
  { patientName, hospitalName, component }: BloodRequestRow,
  { mailbox }: Requester,
  hashNeed: Planning['hashNeed'],
): Buffer {
  const [patient, hospital] = [patientName, hospitalName].map(normalizeText)
  return Buffer.from(
    hashNeed(JSON.stringify([mailbox, patient, hospital, ...hashedComponent({ component })])),
    'base64url',
  )
}
