import { type Kysely, sql } from 'kysely'

/**
 * Drops the columns and the table that only the former auth library needed. The public halves of its token keys stay, so that
 * tokens signed with them can be verified. The private halves are deleted, because nothing can decrypt them any more.
 */
export async function up(db: Kysely<never>) {
  await sql`drop table verifications`.execute(db)
  await sql`alter table users drop column name, drop column image, drop column updated_at`.execute(db)
  await sql`alter table sessions drop column updated_at`.execute(db)
  await sql`
    alter table credentials
      drop column id, drop column account_id, drop column provider_id, drop column access_token,
      drop column refresh_token, drop column id_token, drop column access_token_expires_at,
      drop column refresh_token_expires_at, drop column scope, drop column created_at, drop column updated_at`.execute(
    db,
  )
  await sql`alter table credentials drop constraint credentials_user_id_key, add primary key (user_id)`.execute(
    db,
  )
  await sql`
    alter table token_keys
      drop column alg, drop column crv, drop column expires_at, alter column created_at set default now()`.execute(
    db,
  )
  await sql`update token_keys set private_key = ''`.execute(db)
}
