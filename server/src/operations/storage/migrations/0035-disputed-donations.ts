import { type Kysely, sql } from 'kysely'

/** The overview names the donations that donors dispute (workflows/overview). */
export async function up(db: Kysely<never>) {
  await sql`
    create index disputed_donations on donations (disputed_at, id)
    where disputed_at is not null and not is_withdrawn`.execute(db)
}
