import { type Kysely, sql } from 'kysely'

/** Records who agreed to which version of the text beside the register button, and when (contract, consent.ts). */
export async function up(db: Kysely<never>) {
  await sql`
    create table consents (
      user_id uuid not null references users on delete cascade,
      version text not null check (version <> ''),
      agreed_at timestamptz(3) not null default now(),
      primary key (user_id, version)
    )`.execute(db)
}
