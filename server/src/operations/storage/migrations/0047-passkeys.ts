import { type Kysely, sql } from 'kysely'

/** Passkeys (WebAuthn), beside the password. */
export async function up(db: Kysely<never>) {
  await sql`
    create table passkeys (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      credential_id bytea not null,
      -- A COSE key, with which signatures are verified. Nothing can be signed with it.
      public_key bytea not null,
      -- How often the authenticator has signed, or 0 if it does not count.
      counter bigint not null,
      transports text[] not null,
      -- The host name of the site (relying party id): a passkey works at no other.
      rp_id text not null,
      name text not null check (name <> ''),
      added_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    )`.execute(db)
  await sql`create unique index passkey_of_credential on passkeys (credential_id)`.execute(db)
  await sql`create index passkeys_of_user on passkeys (user_id, added_at, id)`.execute(db)

  // Identifies the person to the browser, which may show it to nobody; not their id, which other people's pages contain.
  await sql`
    alter table credentials add column user_handle uuid not null default gen_random_uuid()`.execute(db)

  // The passkey that was last used in a session. Removing the passkey removes the proof.
  await sql`
    alter table sessions add column passkey_id uuid references passkeys on delete set null`.execute(db)
  await sql`
    create index sessions_of_passkey on sessions (passkey_id)`.execute(db)

  // Challenges are signed, not stored. Those that were used are stored until they expire, so that none is used twice.
  await sql`
    create table used_passkey_challenges (
      challenge_hash bytea primary key,
      expires_at timestamptz(3) not null
    )`.execute(db)
  await sql`
    create index used_passkey_challenges_by_expiry on used_passkey_challenges (expires_at)`.execute(db)
}
