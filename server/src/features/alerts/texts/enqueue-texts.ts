import { sql } from 'kysely'
import type { TextMessages } from '../../../config/text-messages.ts'
import type { Database, Transaction } from '../../../platform/database/connection.ts'
import { enqueueJobs } from '../../../platform/jobs/enqueue-jobs.ts'
import { deleteCaughtTexts } from '../../../platform/text-messages/caught-texts.ts'
import { isTextedNumber } from '../../contact-numbers/contact-number.ts'
import { findDonorOfUser } from '../../donors/queries.ts'
import { keptTextKey } from '../../kept-donors/store.ts'
import { listUsersWhoAllowNights } from '../queries.ts'
import type { NewAlert } from '../store.ts'
import { findTextNumber, listConfirmedNumbersOf, listTextNumbersOf } from './numbers.ts'
import { type CodeCause, reserveTexts } from './reserve-texts.ts'

/** The job that sends one text message (`texts/send-text.job.ts`). */
export const SEND_TEXT = 'send-text'

/** The payload of the job. What the text says, and the code or link in it, are made when it is sent. */
export type WaitingText =
  | { kind: 'alert'; alertId: string }
  | { kind: 'code'; userId: string; cause: CodeCause }
  | { kind: 'kept'; keptDonorId: string }
  | { kind: 'on-call'; bloodRequestId: string; userId: string }

/** The pauses between six attempts take four minutes; another one would take seven. */
const MAX_ATTEMPTS = 6

/**
 * One after another: a server that is killed repeats one text of each queue at most, and a gateway that does not answer holds
 * up two of the jobs that a server runs at once. Codes have a queue of their own: with a slow gateway a hundred of them take
 * longer than an alert lives.
 */
const QUEUES = { alert: 'texts', code: 'text-codes', kept: 'texts', 'on-call': 'texts' } as const

/** Emails first: a gateway that does not answer must not hold them up. */
const PRIORITY = 1
/** After the texts of every wave of people with a record. */
const NEWCOMERS_PRIORITY = 100
/** After all alerts. */
const KEPT_PRIORITY = 10_000

type TextJob = { payload: WaitingText; key?: string; delaySeconds?: number; priority?: number }

const enqueueTextJobs = (db: Database, kind: WaitingText['kind'], texts: TextJob[]): Promise<void> =>
  enqueueJobs(db, SEND_TEXT, texts, { maxAttempts: MAX_ATTEMPTS, priority: PRIORITY, queue: QUEUES[kind] })

/**
 * Enqueues the texts of a wave. Those of requests of people with a record go first, and among equals requests take turns:
 * the second text of one comes after the first of another.
 */
export const enqueueTextsOfWave = (
  db: Database,
  texts: { alertId: string; delaySeconds?: number }[],
  { hasRecord }: { hasRecord: boolean },
): Promise<void> =>
  enqueueTextJobs(
    db,
    'alert',
    texts.map(({ alertId, ...text }, nth) => ({
      ...text,
      payload: { kind: 'alert', alertId },
      priority: (hasRecord ? PRIORITY : NEWCOMERS_PRIORITY) + nth,
    })),
  )

/** Enqueues the texts to donors without an account. */
export const enqueueKeptTexts = (db: Transaction, ids: string[]): Promise<void> =>
  enqueueTextJobs(
    db,
    'kept',
    ids.map(id => ({
      payload: { kind: 'kept', keptDonorId: id },
      key: keptTextKey(id),
      priority: KEPT_PRIORITY,
    })),
  )

const codeKey = (userId: string) => `text-code-${userId}`

/** Enqueues a code for a user. Only the last one waits, as if no other had been enqueued. */
export async function enqueueCode(db: Transaction, userId: string, cause: CodeCause): Promise<void> {
  // A job that is replaced would keep its age.
  await removeCode(db, userId)
  await enqueueTextJobs(db, 'code', [{ payload: { kind: 'code', userId, cause }, key: codeKey(userId) }])
}

const removeCode = (db: Transaction, userId: string) =>
  sql`select from graphile_worker.remove_job(${codeKey(userId)})`.execute(db)

/** Deletes the text messages of a user who is about to be erased: the code that waits, and the caught ones. */
export async function deleteTextsOfUser(db: Transaction, userId: string): Promise<void> {
  await removeCode(db, userId)
  const number = await findTextNumber(db, userId)
  const donor = await findDonorOfUser(db, userId)
  const phones = [number?.phone, donor?.contactNumber].filter(phone => typeof phone === 'string')
  await deleteCaughtTexts(db, phones)
}

/** A donor who gets a notification is texted after so long if no device has confirmed that it has shown it. */
const NOTIFICATION_SECONDS = 60

type Sending = {
  isQuiet: boolean
  /** The donors to whom notifications were enqueued for these alerts. */
  notified: Set<string>
  /** Whether whoever posted the request has a record. */
  hasRecord: boolean
  day: string
  texts: Pick<TextMessages, 'perDay' | 'countries'>
}

/**
 * Enqueues the text messages of new urgent alerts to donors who have confirmed their number, in the transaction that stores
 * the alerts. In the quiet hours only donors who allow it get them. Over the limit of the day, or of what of it is for people
 * without a record, those asked last get none.
 */
export async function enqueueAlertTexts(
  db: Transaction,
  alerts: NewAlert[],
  { isQuiet, notified, hasRecord, day, texts: { perDay, countries } }: Sending,
): Promise<void> {
  const asked = alerts.map(({ userId }) => userId)
  const awake = isQuiet ? await listUsersWhoAllowNights(db, asked) : asked
  const numbers = awake.length === 0 ? [] : await listTextNumbersOf(db, awake)
  const users = new Set(
    numbers.filter(({ phone }) => isTextedNumber(phone, countries)).map(({ userId }) => userId),
  )
  const texted = alerts.filter(({ userId }) => users.has(userId))
  if (texted.length === 0) return
  const use = { kind: 'alert', hasRecord } as const
  const count = await reserveTexts(db, { day, count: texted.length, perDay, use })
  await enqueueTextsOfWave(
    db,
    texted.slice(0, count).map(({ id, userId }) => ({
      alertId: id,
      ...(notified.has(userId) && { delaySeconds: NOTIFICATION_SECONDS }),
    })),
    { hasRecord },
  )
}

type OnCallTexts = Pick<Sending, 'hasRecord' | 'day' | 'texts'> & {
  bloodRequestId: string
  userIds: string[]
}

/**
 * Enqueues the text messages to people who are on call, to the numbers that they have confirmed, at night, too. They are alerts of
 * the day, before which no other goes. As the day is locked, nothing else is locked afterwards.
 */
export async function enqueueOnCallTexts(
  db: Transaction,
  { bloodRequestId, userIds, hasRecord, day, texts: { perDay, countries } }: OnCallTexts,
): Promise<void> {
  const numbers = await listConfirmedNumbersOf(db, userIds)
  const texted = numbers.filter(({ phone }) => isTextedNumber(phone, countries))
  if (texted.length === 0) return
  const use = { kind: 'alert', hasRecord } as const
  const count = await reserveTexts(db, { day, count: texted.length, perDay, use })
  await enqueueTextJobs(
    db,
    'on-call',
    texted.slice(0, count).map(({ userId }) => ({ payload: { kind: 'on-call', bloodRequestId, userId } })),
  )
}
