import type { Database } from '../database/connection.ts'
import type { Listen } from '../database/listen.ts'
import { claimDueMails, type DueMail, postponeMail, removeMail } from './outbox.ts'
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

const BATCH = 10

/** Sends the mails that are due now, at most one batch. @returns how many were taken up */
export async function deliverDueMails(delivery: Delivery): Promise<number> {
  const mails = await claimDueMails(delivery.db, BATCH)
  const byRecipient = [...Map.groupBy(mails, ({ recipient }) => recipient).values()]
  await Promise.all(byRecipient.map(own => deliverInOrder(delivery, own)))
  return mails.length
}

/** Of two links that a person asked for the one in the letter that comes last is the one that works. */
async function deliverInOrder(delivery: Delivery, mails: DueMail[]) {
  for (const mail of mails.sort((one, other) => (one.id < other.id ? -1 : 1))) await deliver(delivery, mail)
}

async function deliver({ db, send, composers, log }: Delivery, due: DueMail) {
  const { id, kind, recipient, aboutUserId, attempts } = due
  try {
    const compose = composers[kind]
    // Of a newer server at the same database, perhaps: it stays for that one.
    if (!compose) throw new Error(`A mail of the kind ${kind} is not known here.`)
    const mail = await compose(db, recipient, aboutUserId)
    if (mail) await send(mail)
    await removeMail(db, id)
  } catch (error) {
    // Mail servers quote whom they refuse, and the log is to name nobody.
    const reason = String(error instanceof Error ? error.message : error).replaceAll(
      recipient,
      'the recipient',
    )
    log.error({ mailId: id, kind, attempts, reason }, 'a mail was not sent')
    await postponeMail(db, due, reason)
  }
}

/** Wake-ups come by NOTIFY; the clock is for what was postponed and for notifications that got lost. */
const ROUND_MS = 5_000

/** Sends what is in the outbox until it is stopped. Several workers share one outbox. */
export function startMailWorker({ listen, ...delivery }: Delivery & { listen: Listen }) {
  let isStopped = false
  let isWoken = false
  let round: Promise<void> | null = null

  const runRound = async () => {
    let taken = 0
    do {
      isWoken = false
      taken = await deliverDueMails(delivery)
    } while ((isWoken || taken > 0) && !isStopped)
  }

  const wake = () => {
    isWoken = true
    if (isStopped || round) return
    round = runRound()
      // The database is away: the next round tries again.
      .catch(error => delivery.log.error({ reason: String(error) }, 'the outbox could not be read'))
      .finally(() => {
        round = null
      })
  }

  const timer = setInterval(wake, ROUND_MS)
  const stopListening = listen('outbox', wake)
  wake()

  return {
    /** Finishes what is under way and takes up nothing new. */
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await stopListening()
      await round
    },
  }
}
