import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database/connection.ts'
import { enqueueJobs } from '../../../platform/jobs/enqueue-jobs.ts'

/** The job that sends one text message (`texts/send-text.job.ts`). */
export const SEND_TEXT = 'send-text'

/** The payload of the job. What the text says, and the code or link in it, are made when it is sent. */
export type WaitingText = { kind: 'alert'; alertId: string } | { kind: 'code'; userId: string }

/** Emails first: a gateway that does not answer must not hold them up. */
const PRIORITY = 1

/** Enqueues text messages, one job for each, in the transaction of their cause. */
export const enqueueTexts = (db: Database, texts: WaitingText[]): Promise<void> =>
  enqueueJobs(
    db,
    SEND_TEXT,
    texts.map(payload => ({ payload, ...(payload.kind === 'code' && { key: codeKey(payload.userId) }) })),
    { priority: PRIORITY },
  )

/** At most one code waits for an account. */
const codeKey = (userId: string) => `text-code-${userId}`

/** Deletes the text messages of a user who is about to be erased: those that wait, and the caught ones. */
export async function deleteTextsOfUser(db: Transaction, userId: string): Promise<void> {
  await sql`select from graphile_worker.remove_job(${codeKey(userId)})`.execute(db)
  await sql`
    delete from caught_texts where phone in (
      select phone from text_numbers where user_id = ${userId}
      union all select contact_number from donors where user_id = ${userId})`.execute(db)
}
