import type { Database } from '../../../platform/database/connection.ts'
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
    texts.map(payload => ({ payload })),
    { priority: PRIORITY },
  )
