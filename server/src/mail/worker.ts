import type { Database } from '../database/connection.ts'
import type { Listen } from '../database/listen.ts'
import { claimDueMails, type DueMail, postponeMail, removeMail } from './outbox.ts'
import type { Mail, SendMail } from './transport.ts'

/** Writes a mail of one kind; null when there is nothing to send (any more). */
export type ComposeMail = (db: Database, recipient: string) => Promise<Mail | null>

const BATCH = 10
/** Wake-ups come by NOTIFY; the clock is for what was postponed and for notifications that got lost. */
const ROUND_MS = 5_000

type WorkerOptions = {
  db: Database
  send: SendMail
  composers: Record<string, ComposeMail>
  listen: Listen
  log: { error: (details: object, message: string) => void }
}

/** Sends what is in the outbox until it is stopped. Several workers share one outbox. */
export function startMailWorker({ db, send, composers, listen, log }: WorkerOptions) {
  let isStopped = false
  let isDueAgain = false
  let round: Promise<void> | null = null

  const deliver = async (due: DueMail) => {
    try {
      const mail = await composers[due.kind]?.(db, due.recipient)
      if (mail) await send(mail)
      await removeMail(db, due.id)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.error({ mailId: due.id, kind: due.kind, attempts: due.attempts, reason }, 'a mail was not sent')
      await postponeMail(db, due, reason)
    }
  }

  const runRound = async () => {
    do {
      isDueAgain = false
      const mails = await claimDueMails(db, BATCH)
      await Promise.all(mails.map(deliver))
      isDueAgain ||= mails.length === BATCH
    } while (isDueAgain && !isStopped)
  }

  const wake = () => {
    if (isStopped) return
    if (round) {
      isDueAgain = true
      return
    }
    round = runRound()
      // The database is away: the next round tries again.
      .catch(error => log.error({ reason: String(error) }, 'the outbox could not be read'))
      .finally(() => {
        round = null
      })
  }

  const timer = setInterval(wake, ROUND_MS)
  const stopListening = listen('outbox', wake)
  wake()

  return {
    /** Finishes what is under way and takes up nothing new. */
    async stop() {
      isStopped = true
      clearInterval(timer)
      await stopListening()
      await round
    },
  }
}
