import { type Kysely, sql } from 'kysely'

/** The auth library of that time created the keys when the first token was requested; the private one is encrypted. */
export async function up(db: Kysely<never>) {
  await sql`
    create table token_keys (
      id uuid primary key default uuidv7(),
      public_key text not null,
      private_key text not null,
      alg text,
      crv text,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3)
    )`.execute(db)
}
