import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { MailKind } from './mail-kinds.ts'

/** The job that sends one email (`send-mail.job.ts`). */
export const SEND_MAIL = 'send-mail'

/** After so many failures a mail is dead: it stays for admins to see and is not tried again. */
export const MAX_ATTEMPTS = 10

/** The error of a mail that waits until more may be sent to addresses that nobody has verified. */
export const POSTPONED = 'Waits until more emails are sent to addresses that nobody has verified.'

/**
 * Of the mails that are due, the more urgent are sent first. Notices and bulk mail share two queues, which send one mail at
 * a time each, and what strangers cause three, so that at least three of the jobs that a server runs at once
 * (`jobs/run-jobs.ts`) stay free for everything else.
 */
const URGENCIES = {
  /** What concerns an account: somebody may wait before a page for a link to verify an address or to reset a password. */
  account: { priority: -1, queue: 'mail', queues: 16 },
  /** Alerts, and what somebody can send to themselves in a loop. */
  prompt: { priority: 0, queue: 'mail', queues: 16 },
  /** Something has changed. Notifications come before it, with the priority 1. */
  notice: { priority: 2, queue: 'notice', queues: 2 },
  /** Many at once, which nobody expects at this moment. */
  bulk: { priority: 3, queue: 'notice', queues: 2 },
  /** What a stranger causes, once a minute for each network: a newcomer waits before a page for it. */
  first: { priority: -1, queue: 'first', queues: 2 },
  /** What strangers cause beyond that: one at a time, and the networks in turn (`countTurns`). */
  strangers: { priority: 4, queue: 'strangers', queues: 1 },
} as const
type Urgency = keyof typeof URGENCIES

/** Whom a mail goes to, and the user and the row that it is about. Of waiting mails with one `key`, only the last is sent. */
export type Addressing = {
  recipient: string
  aboutUserId?: string | null
  aboutId?: string | null
  key?: string
}

type Delivery = {
  urgency?: Exclude<Urgency, 'notice' | 'first' | 'strangers'>
  /** How long they wait. */
  delayMs?: number
}

/**
 * Puts a mail into the outbox, within the transaction of what caused it: it becomes a job. Only its kind and recipient
 * are kept, and whom it is about; the text, and with it any secret link, is made when it is sent. What a person's change
 * tells somebody else is a notice (`enqueueNotices`).
 */
export async function enqueueMail(
  db: Database,
  kind: MailKind,
  recipient: string,
  { aboutUserId = null, urgency }: Pick<Delivery, 'urgency'> & { aboutUserId?: string | null } = {},
): Promise<void> {
  await enqueueMails(db, kind, [{ recipient, aboutUserId }], urgency && { urgency })
}

/** Puts one mail of a kind for each recipient into the outbox. */
export const enqueueMails = (
  db: Database,
  kind: MailKind,
  mails: Addressing[],
  { urgency = 'account', delayMs = 0 }: Delivery = {},
): Promise<void> => addJobs(db, kind, mails, { urgency, delayMs, causer: null })

type Cause = {
  /** The user whose change the mails tell, and whose budget they count against; null if it is only the time. */
  causedBy: string | null
  delayMs?: number
  /** Whether a mail with the key of a waiting one is sent at the time of that one. */
  keepsTime?: boolean
}

/** Puts mails into the outbox that tell others what somebody has changed (`send-mail.job.ts` limits them). */
export async function enqueueNotices(
  db: Database,
  kind: MailKind,
  mails: Addressing[],
  { causedBy, delayMs = 0, keepsTime = false }: Cause,
): Promise<void> {
  if (mails.length === 0) return
  const causer = causedBy === null ? null : await findCauser(db, causedBy)
  await addJobs(db, kind, mails, { urgency: 'notice', delayMs, keepsTime, causer })
}

/**
 * Names the person of an account: all accounts of a mailbox have one budget. It is the hash of the first one's id, so that
 * nothing in the job names the person after they have erased their account.
 */
async function findCauser(db: Database, userId: string): Promise<string> {
  const { rows } = await sql<{ first: string }>`
    select account as first from accounts_of_person(${userId}) account order by 1 limit 1`.execute(db)
  return hashOf(rows[0]?.first ?? userId)
}

/**
 * What strangers and unverified accounts cause is counted by their network: by keyed hashes, the narrowest first
 * (`networksOf`).
 */
export type StrangersCause = { networks: string[]; isFirstOfMinute: boolean }

/**
 * Puts a mail into the outbox that somebody causes who has not verified an address: nobody else's mail waits for it, and
 * those of other networks go in turn with it.
 */
export async function enqueueStrangersMail(
  db: Database,
  kind: MailKind,
  mail: Addressing,
  { networks, isFirstOfMinute, delayMs = 0 }: StrangersCause & Pick<Delivery, 'delayMs'>,
): Promise<void> {
  const turn = isFirstOfMinute ? 0 : await countTurns(db, kind, networks)
  const urgency = isFirstOfMinute ? 'first' : 'strangers'
  await addJobs(db, kind, [mail], { urgency, delayMs, causer: null, networks, turn })
}

/** More than one network can cause in a day; the column of the library holds no greater priority. */
const MAX_TURN = 30_000

/**
 * How many mails of a kind a network has waiting: so many turns of the other networks come first. By kind, so that a
 * newcomer does not wait for the resets that somebody on the same campus invents.
 */
async function countTurns(db: Database, kind: MailKind, networks: string[]): Promise<number> {
  const { rows } = await sql<{ turns: number }>`
    select least(count(*), ${MAX_TURN}::int)::int as turns from graphile_worker._private_jobs
     where payload ->> 'kind' = ${kind} and payload -> 'networks' ->> -1 = ${networks.at(-1) ?? null}::text
       and run_at <= clock_timestamp()`.execute(db)
  return rows[0]?.turns ?? 0
}

/** A key of jobs that does not show the ids of which it is made. */
export const hashOf = (...ids: string[]): string =>
  createHash('sha256').update(ids.join(' ')).digest('base64url')

type Jobs = {
  urgency: Urgency
  delayMs: number
  causer: string | null
  keepsTime?: boolean
  networks?: string[]
  turn?: number
}

/** All in one call: the trigger of the view `outbox`, which stores the same jobs, takes as long for each row. */
async function addJobs(
  db: Database,
  kind: MailKind,
  mails: Addressing[],
  { urgency, delayMs, causer, keepsTime = false, networks, turn = 0 }: Jobs,
): Promise<void> {
  if (mails.length === 0) return
  const { priority, queue, queues } = URGENCIES[urgency]
  const recipients = mails.map(({ recipient }) => recipient)
  const users = mails.map(({ aboutUserId = null }) => aboutUserId)
  const ids = mails.map(({ aboutId = null }) => aboutId)
  const keys = mails.map(({ key = null }) => key)
  // The mails of one transaction are sent in their order, and after those that it has enqueued before.
  await sql`
    select from graphile_worker.add_jobs(array(
      select (${SEND_MAIL}::text,
              json_build_object('kind', ${kind}::text, 'recipient', recipient, 'aboutUserId', about_user_id,
                                'aboutId', about_id, 'causer', ${causer}::text,
                                'networks', ${networks ?? null}::text[]),
              ${queue}::text || '-' || (hashtext(recipient) & ${queues - 1}),
              clock_timestamp() + ${delayMs}::float8 * interval '1 millisecond' + nth * interval '1 microsecond',
              ${MAX_ATTEMPTS}::int, key, ${priority + turn}::int, null)::graphile_worker.job_spec
        from unnest(${recipients}::text[], ${users}::uuid[], ${ids}::uuid[], ${keys}::text[])
             with ordinality as mail (recipient, about_user_id, about_id, key, nth)
       order by nth), ${keepsTime})`.execute(db)
}

/**
 * Cancels mails that are not sent yet. One that is being sent is not cancelled, and not tried again if it fails.
 * @returns the keys of those that were cancelled
 */
export async function cancelMails(db: Database, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select wanted.key
      from unnest(${keys}::text[]) wanted (key) cross join lateral graphile_worker.remove_job(wanted.key) removed
     where removed.id is not null and removed.locked_at is null`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/**
 * Puts off a mail that is being sent, whose job is about to fail with `POSTPONED`, as if it had not been tried.
 * @param id of the job
 */
export async function postponeMail(db: Database, id: string, until: Date): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
       set attempts = attempts - 1, run_at = ${until}, priority = greatest(priority, ${URGENCIES.strangers.priority}::int)
     where id = ${id}`.execute(db)
}

/** Has the mails tried at once that were put off and caused by a network. */
export async function releasePostponedMails(db: Database, network: string): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now() where id in (
      select id from graphile_worker._private_jobs
       where last_error = ${POSTPONED} and run_at > now() and (payload -> 'networks')::jsonb ? ${network}
         for update skip locked)`.execute(db)
}

type MailCounts = { waiting: number; postponed: number; dead: number }

/** How many mails wait, how many of them are put off, and how many are dead. */
export async function countMails(db: Database): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(*) filter (where attempts < ${MAX_ATTEMPTS})::int as waiting,
           count(*) filter (where last_error = ${POSTPONED})::int as postponed,
           count(*) filter (where attempts >= ${MAX_ATTEMPTS})::int as dead from outbox`.execute(db)
  return rows[0] ?? { waiting: 0, postponed: 0, dead: 0 }
}
