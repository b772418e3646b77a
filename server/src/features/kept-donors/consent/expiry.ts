import { DAY_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { donorCallers } from '../../../identity/coordinators/store.ts'
import { type Database, inTransaction } from '../../../platform/database/connection.ts'
import { enqueueMails } from '../../../platform/mail/outbox.ts'
import { eraseKeptDonors, lockIds } from '../store.ts'

/** The mail to whoever looks after donors who are about to be erased. */
export const EXPIRY_MAIL = 'kept-donors-expire'

const NOTICE_MS = 30 * DAY_MS
/** A mail also tells of those whose notice would begin within the next day, so that nobody gets more than one a day. */
const TOLD_MS = NOTICE_MS + DAY_MS

/**
 * Warns of donors whom nobody has called, and who have not given, for almost two years, and erases those of whom that is true
 * for two. A call or a donation moves the end, and there is another warning before that one.
 */
export async function endDueKeptDonors(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async db => {
    await eraseKeptDonors(db, await lockIds(db, sql`state = 'agreed' and expires_at <= ${now}`))
  })
  await inTransaction(db, async db => {
    const [due, told] = [NOTICE_MS, TOLD_MS].map(noticeMs => isToWarn(new Date(now.getTime() + noticeMs)))
    const ids = await lockIds(db, sql`${told} and exists (select from kept_donors where ${due})`)
    if (ids.length === 0) return
    const { rows } = await sql<{ userId: string; email: string }>`
      with told as (update kept_donors set warned_at = ${now} where id = any (${ids}::uuid[]))
      select distinct user_id, email from ${responsibleFor(now)} responsible
       where donor_id = any (${ids}::uuid[]) order by user_id`.execute(db)
    await enqueueMails(
      db,
      EXPIRY_MAIL,
      rows.map(({ userId, email }) => ({ recipient: email, aboutUserId: userId })),
      { urgency: 'bulk' },
    )
  })
}

/** Those who are erased before a time, and of whom nobody was told since they were last called. */
const isToWarn = (before: Date) => sql<boolean>`
  state = 'agreed' and expires_at <= ${before}
  and (warned_at is null or warned_at < expires_at - ${TOLD_MS}::float8 * interval '1 millisecond')`

/**
 * Who can still call each of the donors that are about to be erased: whoever keeps them, or else all coordinators of their hall and
 * of all halls, or else the admins.
 */
const responsibleFor = (now: Date) => sql`(
  select * from (
    select donor.id as donor_id, caller.id as user_id, email, caller.id is not distinct from kept_by as is_keeper,
           dense_rank() over (
             partition by donor.id order by caller.id is not distinct from kept_by desc, role = 'admin') as rank
      from agreed_donors_to_call donor join ${donorCallers(now)} caller
        on caller.hall_id is null or caller.hall_id = donor.hall_id
     where expires_at <= ${new Date(now.getTime() + TOLD_MS)}
  ) caller where rank = 1)`

/** Counts the donors who are about to be erased, and whom somebody keeps or nobody does, for that person. */
export async function countExpiring(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ kept: number; others: number }> {
  const { rows } = await sql<{ kept: number; others: number }>`
    select count(*) filter (where is_keeper)::int as kept, count(*) filter (where not is_keeper)::int as others
      from ${responsibleFor(now)} responsible where user_id = ${userId}`.execute(db)
  return rows[0] ?? { kept: 0, others: 0 }
}
