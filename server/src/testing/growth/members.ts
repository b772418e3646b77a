import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { sql } from 'kysely'
import { drawDonor } from '../../operations/demo/members.ts'
import { drawFullName, localPartOf } from '../../operations/demo/people.ts'
import type { Random } from '../../operations/demo/random.ts'
import type { Moment } from './moved-clock.ts'

type Joining = { random: Random; count: number; donors: number; unverified: number; passwordHash: string }

/** So that no address is used twice. */
let joined = 0

/** Registers members at a moment. The first ones have a donor profile, with what donors add to it, the last are not verified. */
export async function registerMembers(
  { db, now }: Moment,
  { random, count, donors, unverified, passwordHash }: Joining,
): Promise<void> {
  const people = Array.from({ length: count }, () => {
    const fullName = drawFullName(random)
    joined += 1
    return { fullName, email: `${localPartOf(fullName)}${joined}@example.edu` }
  })
  const users = await db
    .insertInto('users')
    .values(people.map(({ email }, nth) => ({ email, emailVerified: nth < count - unverified })))
    .returning(['id', 'email'])
    .execute()
  const ids = users.map(({ id }) => id)
  await db
    .insertInto('credentials')
    .values(ids.map(userId => ({ userId, password: passwordHash })))
    .execute()
  await db
    .insertInto('consents')
    .values(ids.map(userId => ({ userId, version: CONSENT.version })))
    .execute()
  if (donors === 0) return
  const profiles = users.slice(0, donors).map(({ id: userId, email }, nth) => {
    const { form, ...flags } = drawDonor(random, { nth: joined + nth, now: now() })
    return { userId, email, ...form, ...flags }
  })
  await db.insertInto('donors').values(profiles).execute()
  await storeChoices({ db, now }, ids.slice(0, donors))
}

/** What donors choose after they have registered. */
async function storeChoices({ db }: Moment, userIds: string[]) {
  const some = (of: number) =>
    sql`unnest(${userIds}::uuid[]) with ordinality chosen (chosen_id, nth) where nth % ${of}::int = 0`
  await sql`
    insert into alert_preferences (user_id, frequency, first_alert_from)
    select chosen_id, 'one-a-week', now() from ${some(2)}`.execute(db)
  await sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name)
    select chosen_id, sha256(chosen_id::text::bytea), sha256(chosen_id::text::bytea), 0, '{internal}', 'localhost', 'Phone' from ${some(5)}`.execute(
    db,
  )
  await sql`insert into thank_you_stops select chosen_id, now() from ${some(20)}`.execute(db)
  await sql`
    insert into text_numbers (user_id, phone, confirmed_at, code_hash, code_sent_at)
    select user_id, contact_number || nth, case when nth % 4 > 0 then now() end, sha256(user_id::text::bytea), now()
      from (select * from ${some(3)}) chosen join donors on user_id = chosen_id
        on conflict do nothing`.execute(db)
}
