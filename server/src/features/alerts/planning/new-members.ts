import type { DonatedComponent } from '@blood-bank/contract/donors/components'
import { DAY_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database/connection.ts'

/** An account is new for a week, and the limit begins when a site has so many that are not. */
const NEW_DAYS = 7
const MIN_KNOWN_ACCOUNTS = 10

/** Together new members have a part of the donors who can be asked in a day, and never less than two first requests need. */
const SHARE_OF_DONORS = 4
const MIN_DONORS = 16

/** Who posted a blood request, as far as the limits of requesters need it. */
export type Requester = {
  mailbox: string
  network: string | null
  isNew: boolean
}

/**
 * Reads who posted a blood request. Not new are members whom the club knows, admins, and from the second day those with an
 * address of a listed domain: others can have any number of addresses.
 */
export async function findRequester(
  db: Database,
  userId: string,
  { now, listedDomains }: { now: Date; listedDomains: readonly string[] },
): Promise<Requester> {
  const isOlderThan = (days: number) =>
    sql`coalesce(email_verified_at, created_at) <= ${new Date(now.getTime() - days * DAY_MS)}`
  const { rows } = await sql<Requester>`
    select mailbox, registered_network as network,
           not (
             role = 'admin' or ${isOlderThan(NEW_DAYS)}
             or split_part(email, '@', 2) = any (${[...listedDomains]}::text[]) and ${isOlderThan(1)}
             or exists (select from donors where user_id = users.id and (is_verified or is_imported)))
           and ${MIN_KNOWN_ACCOUNTS} = (
             select count(*) from (select from users where email_verified and ${isOlderThan(NEW_DAYS)}
                                    limit ${MIN_KNOWN_ACCOUNTS}) known)
             as is_new
      from users where id = ${userId}`.execute(db)
  const [requester] = rows
  if (!requester) throw new Error('The requester is locked.')
  return requester
}

/** The donors who were asked for new members in the last 24 hours: all, and for those of one mailbox and one network. */
type AskedForNew = { all: number; ofMailbox: number; ofNetwork: number }

type NewAsking = {
  mailbox: Buffer
  network: string | null
  /** For platelets by machine only the alerts that asked for them count, otherwise all. */
  component: DonatedComponent
  now: Date
}

/**
 * Counts them. Servers that plan for new members do so one after the other, so that they exceed the limit together no more
 * than one alone.
 */
export async function countAskedForNew(
  db: Transaction,
  { mailbox, network, component, now }: NewAsking,
): Promise<AskedForNew> {
  await sql`select pg_advisory_xact_lock(hashtext('alerts for new members'))`.execute(db)
  const { rows } = await sql<AskedForNew>`
    select count(*)::int as all, count(*) filter (where requester_mailbox = ${mailbox})::int as of_mailbox,
           count(*) filter (where requester_network = ${network})::int as of_network
      from alerts where requester_is_new and ${component} in ('blood', component) and alerted_at > ${new Date(now.getTime() - DAY_MS)}`.execute(
    db,
  )
  return rows[0] as AskedForNew
}

/**
 * How many more donors may be asked for a new member. The first request of a mailbox goes before its others, which share a
 * half, and before those of a network that had its turn where there is enough for several: in a mailbox and in a network
 * many accounts can be one person.
 * @param askable the donors who can be asked in a day
 * @param first how many donors are asked for a first request
 */
export function leftForNew(
  { all, ofMailbox, ofNetwork }: AskedForNew,
  askable: number,
  first: number,
): number {
  const most = Math.max(MIN_DONORS, Math.floor(askable / SHARE_OF_DONORS))
  const kept = ofNetwork > 0 && most >= 2 * MIN_DONORS ? first : 0
  const ofFirst = Math.min(first - ofMailbox, most - kept - all)
  return Math.max(0, ofFirst, Math.floor(most / 2) - all)
}
