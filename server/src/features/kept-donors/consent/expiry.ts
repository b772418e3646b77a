import { DAY_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../../platform/database/connection.ts'
import { countMatching } from '../../../platform/database/listing.ts'
import { enqueueMails } from '../../../platform/mail/outbox.ts'
import { eraseKeptDonors, lockIds } from '../store.ts'

/** The mail to whoever keeps donors who are about to be erased. */
export const EXPIRY_MAIL = 'kept-donors-expire'

const NOTICE_MS = 30 * DAY_MS
/** A mail also tells of those whose notice would begin within the next day, so that each keeper gets one a day at most. */
const TOLD_MS = NOTICE_MS + DAY_MS

/**
 * Warns whoever keeps donors whom nobody has called, and who have not given, for almost two years, and erases those of whom
 * that is true for two. A call or a donation moves the end, and there is another warning before that one.
 */
export async function endDueKeptDonors(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async db => {
    await eraseKeptDonors(db, await lockIds(db, sql`state = 'agreed' and expires_at <= ${now}`))
  })
  await inTransaction(db, async db => {
    const [due, told] = [NOTICE_MS, TOLD_MS].map(noticeMs => isToWarn(new Date(now.getTime() + noticeMs)))
    const ids = await lockIds(db, sql`${told} and kept_by in (select kept_by from kept_donors where ${due})`)
    if (ids.length === 0) return
    const { rows } = await sql<{ id: string; email: string }>`
      with told as (update kept_donors set warned_at = ${now} where id = any (${ids}::uuid[]) returning kept_by)
      select id, email from users where id in (select kept_by from told) order by id`.execute(db)
    await enqueueMails(
      db,
      EXPIRY_MAIL,
      rows.map(({ id, email }) => ({ recipient: email, aboutUserId: id })),
      { urgency: 'bulk' },
    )
  })
}

/** Those who are erased before a time, and of whom nobody was told since they were last called. */
const isToWarn = (before: Date) => sql<boolean>`
  state = 'agreed' and expires_at <= ${before}
  and (warned_at is null or warned_at < expires_at - ${TOLD_MS}::float8 * interval '1 millisecond')`

/** Counts the donors of a keeper who are about to be erased. */
export const countExpiring = (db: Database, userId: string, now: Date): Promise<number> =>
  countMatching(
    db
      .selectFrom('agreedDonorsToCall')
      .where('keptBy', '=', userId)
      .where('expiresAt', '<=', new Date(now.getTime() + TOLD_MS)),
  )
