import type { Config } from '../../config.ts'
import type { Database } from '../database/connection.ts'

/** A mail as it is sent. `headers` are added to those that every mail has. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** Hands a mail to the next station. @throws when it was not taken; the outbox tries again. */
export type SendMail = (mail: Mail) => Promise<void>

/** How long the mail server may be silent. */
const TIMEOUT_MS = 15_000

/** How long a mail may take altogether: the job that sends it runs again after 45 seconds (`jobs/run-jobs.ts`). */
const MAX_DURATION_MS = 30_000

/** As many as mails are sent at once: two notices, three that strangers cause, three others (`jobs/run-jobs.ts`). */
const MAX_CONNECTIONS = 8

/** Otherwise every absence notice of a recipient is sent to the club (RFC 3834, 5). */
const NO_AUTOMATIC_REPLIES = { 'Auto-Submitted': 'auto-generated' }

/** Over SMTP when there is a server for it; else caught in the mailbox that a developer reads. */
export function createMailSender(
  config: Config['mail'],
  db: Database,
  maxDurationMs = MAX_DURATION_MS,
): SendMail {
  return config.smtpUrl === null ? catchMail(db) : overSmtp(config.smtpUrl, config.from, maxDurationMs)
}

function overSmtp(url: string, from: string, maxDurationMs: number): SendMail {
  let transport: ReturnType<typeof connect> | null = null
  return async mail => {
    transport ??= connect(url)
    const headers = { ...NO_AUTOMATIC_REPLIES, ...mail.headers }
    const signal = AbortSignal.timeout(maxDurationMs)
    await (await transport).sendMail({ ...mail, headers, from, signal })
  }
}

/** The library is imported with the first mail. */
async function connect(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  } as Parameters<typeof createTransport>[0])
}

const catchMail =
  (db: Database): SendMail =>
  async mail => {
    await db.insertInto('caughtMails').values(mail).execute()
  }
