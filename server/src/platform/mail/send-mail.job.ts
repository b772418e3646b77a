import type { Task } from 'graphile-worker'
import type { Database } from '../database/connection.ts'
import type { Mail, SendMail } from './transport.ts'

/** Writes a mail of one kind; null when there is nothing to send (any more). */
export type ComposeMail = (
  db: Database,
  recipient: string,
  aboutUserId?: string | null,
) => Promise<Mail | null>

type Delivery = {
  db: Database
  send: SendMail
  composers: Record<string, ComposeMail>
  log: { error: (details: object, message: string) => void }
}

/** As the outbox puts it into the job; nothing of it is left when its recipient was erased while it was being sent. */
type WaitingMail = { kind: string; recipient: string; aboutUserId: string | null }

const MAX_REASON_LENGTH = 500

/** The job that writes a mail and sends it. What a person is sent comes one after another, in the order of its causes. */
export const sendMailJob =
  ({ db, send, composers, log }: Delivery): Task =>
  async (payload, { job }) => {
    const { kind, recipient, aboutUserId } = payload as Partial<WaitingMail>
    if (kind === undefined || recipient === undefined) return
    try {
      const compose = composers[kind]
      // Of a newer server at the same database, perhaps: it stays for that one.
      if (!compose) throw new Error(`A mail of the kind ${kind} is not known here.`)
      const mail = await compose(db, recipient, aboutUserId)
      if (mail) await send(mail)
    } catch (error) {
      // Mail servers quote whom they refuse, and neither log nor job is to name anybody.
      const reason = String(error instanceof Error ? error.message : error)
        .replaceAll(recipient, 'the recipient')
        .slice(0, MAX_REASON_LENGTH)
      log.error({ mailId: job.id, kind, attempts: job.attempts, reason }, 'a mail was not sent')
      throw new Error(reason)
    }
  }
