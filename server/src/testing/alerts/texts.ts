import { sql } from 'kysely'
import { composeOnCallText } from '../../features/alerts/on-call/messages.ts'
import { composeAlertText } from '../../features/alerts/texts/compose-alert-text.ts'
import { SEND_TEXT } from '../../features/alerts/texts/enqueue-texts.ts'
import { sendTextJob } from '../../features/alerts/texts/send-text.job.ts'
import { composeKeptText } from '../../features/alerts/texts/tell-kept-donors.ts'
import type { TextMessage, TextOutcome } from '../../platform/text-messages/send-text.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import { AUTH_SECRET } from '../test-app.ts'
import { startBankWithPush } from './pushes.ts'

/** Starts a bank that sends text messages, to a gateway that answers as the test says, and push messages. */
export async function startBankWithTexts(environment: Record<string, string> = {}) {
  const bank = await startBankWithPush({ SMS_URL: 'mailbox', ...environment })
  const { db, config, now, alertMetrics, textCodes: codes } = bank
  const sent: TextMessage[] = []
  const outcomes: TextOutcome[] = []
  const logged: object[] = []
  let numbers = 0
  const job = sendTextJob({
    db,
    alertMetrics,
    now,
    log: { warn: (details, message) => void logged.push({ ...details, message }) },
    async send(text) {
      const outcome = outcomes.shift() ?? { kind: 'sent' }
      if (outcome.kind === 'sent') sent.push(text)
      return outcome
    },
    composers: {
      alert: (db, { alertId }) => composeAlertText(db, alertId, { config, now: now() }),
      code: (db, { userId, cause }) => codes.compose(db, userId, cause),
      kept: (db, { keptDonorId: id }) =>
        composeKeptText(db, id, { config, authSecret: AUTH_SECRET, now: now() }),
      'on-call': (db, waiting) => composeOnCallText(db, waiting, { now: now(), site: config }),
    },
  })

  const textsTo = (phone: string) => sent.filter(text => text.phone === phone)

  return {
    ...bank,
    codes,
    /** What the gateway has taken, oldest first. */
    sent,
    textsTo,
    /** What the gateway answers next; it takes all others. */
    outcomes,
    /** What was logged while text messages were sent. */
    logged,

    /** A member with a donor profile of group O− who has confirmed a number. */
    async donorWithNumber() {
      const donor = await bank.signedInDonor()
      numbers += 1
      const phone = `+88017000000${String(numbers).padStart(2, '0')}`
      await db
        .insertInto('textNumbers')
        .values({ userId: donor.id, phone, ...CONFIRMED })
        .execute()
      return { donor, phone, texts: () => textsTo(phone) }
    },

    /** Sends what is due, and with `isLater` also what waits. @returns how many jobs were run */
    async sendTexts({ isLater = false } = {}) {
      if (isLater)
        await sql`
          update graphile_worker._private_jobs set run_at = now() - interval '1 second'
           where task_id = (select id from graphile_worker._private_tasks where identifier = ${SEND_TEXT})`.execute(
          db,
        )
      return runDueJobs(bank.pool, job)
    },

    /** The jobs that wait or were given up. */
    textJobs: async () =>
      (
        await sql<{ isDead: boolean; waitS: number; lastError: string | null; payload: object }>`
          select attempts >= max_attempts as is_dead, round(extract(epoch from run_at - updated_at))::int as wait_s,
                 last_error, payload
            from graphile_worker._private_jobs
           where task_id = (select id from graphile_worker._private_tasks where identifier = ${SEND_TEXT})
           order by id`.execute(db)
      ).rows,
  }
}

const CONFIRMED = { confirmedAt: new Date(0), codeHash: null, codeSentAt: null }

/** The code in a text message. */
export const codeIn = (text: TextMessage | undefined): string => /^\d{6}/.exec(text?.message ?? '')?.[0] ?? ''
