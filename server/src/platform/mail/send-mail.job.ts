import type { Task } from 'graphile-worker'
import type { Database } from '../database/connection.ts'
import { type DeliveryState, isLastAttempt } from '../jobs/attempts.ts'
import { POSTPONED, postponeMail } from './outbox.ts'
import type { Mail, SendMail } from './transport.ts'

/** Writes a mail of one kind; null when there is nothing to send (any more). */
export type ComposeMail = (db: Database, recipient: string, about?: MailSubject) => Promise<Mail | null>

/** The user and the row that a mail is about. */
type MailSubject = { userId: string | null; id: string | null }

type Delivery = {
  db: Database
  send: SendMail
  composers: Record<string, ComposeMail>
  /**
   * Counts a mail. False when its causer causes too many, and the recipient gets a summary instead; a time when too many
   * go to addresses that nobody has verified, and it waits.
   */
  takeFromBudget: (db: Database, mail: CountedMail) => Promise<boolean | Date>
  /** Told what became of each email, by its kind. */
  recordDelivery: (kind: string, state: DeliveryState) => void
  log: { error: (details: object, message: string) => void }
}

export type CountedMail = Pick<WaitingMail, 'recipient' | 'causer' | 'networks'>

/** The payload of the job. It is empty if the recipient erased their account while the email was being sent. */
type WaitingMail = {
  kind: string
  recipient: string
  aboutUserId: string | null
  aboutId: string | null
  /** Of a notice: whose change it tells. */
  causer: string | null
  /** Of what a stranger caused: the keyed hashes of their networks. */
  networks: string[] | null
}

const MAX_REASON_LENGTH = 500

class PostponedMail extends Error {}

/** The job that composes an email and sends it. The queue of the recipient keeps the order of their emails. */
export const sendMailJob =
  ({ db, send, composers, takeFromBudget, recordDelivery, log }: Delivery): Task =>
  async (payload, { job }) => {
    const {
      kind,
      recipient,
      aboutUserId = null,
      aboutId = null,
      causer = null,
      networks = null,
    } = payload as Partial<WaitingMail>
    if (kind === undefined || recipient === undefined) return
    try {
      const compose = composers[kind]
      // Of a newer server at the same database, perhaps: it stays for that one.
      if (!compose) throw new Error(`A mail of the kind ${kind} is not known here.`)
      const mail = await compose(db, recipient, { userId: aboutUserId, id: aboutId })
      // Counted once. A notice that is cancelled, or tells nothing any more, does not count.
      const isCounted = mail !== null && job.attempts === 1
      const isSent = isCounted ? await takeFromBudget(db, { causer, recipient, networks }) : mail !== null
      if (isSent instanceof Date) {
        await postponeMail(db, job.id, isSent)
        throw new PostponedMail(POSTPONED)
      }
      if (mail && isSent) await send(mail)
      recordDelivery(kind, isSent ? 'sent' : 'dropped')
    } catch (error) {
      if (error instanceof PostponedMail) throw error
      const text = String(error instanceof Error ? error.message : error)
      const reason = withoutRecipient(text, recipient).slice(0, MAX_REASON_LENGTH)
      log.error({ mailId: job.id, kind, attempts: job.attempts, reason }, 'a mail was not sent')
      if (isLastAttempt(job)) recordDelivery(kind, 'failed')
      throw new Error(reason)
    }
  }

/** Mail servers quote whom they refuse: the address, also encoded, or only its first part. Neither log nor job may name them. */
function withoutRecipient(text: string, recipient: string): string {
  const quotes = [encodeURIComponent(recipient), recipient.split('@')[0]]
  const isQuote = (word: string) => quotes.includes(word.endsWith('.') ? word.slice(0, -1) : word)
  return text
    .replaceAll(recipient, 'the recipient')
    .replace(/[\w.+%@-]+/g, word => (isQuote(word) ? 'the recipient' : word))
}
