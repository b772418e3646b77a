import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables of accounts and sessions. The auth library of that time required every column and table that it knew;
 * the product never fills `image`, the tokens and scope of other providers, and `verifications`.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create table users (
      id uuid primary key default uuidv7(),
      email text not null unique check (email = lower(email)),
      name text not null,
      email_verified boolean not null default false,
      image text,
      role text not null default 'user' check (role in ('user', 'admin')),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db)

  await sql`
    create table credentials (
      id uuid primary key default uuidv7(),
      user_id uuid not null unique references users on delete cascade,
      account_id text not null,
      provider_id text not null default 'credential' check (provider_id = 'credential'),
      password text not null check (password like '$argon2id$%'),
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz(3),
      refresh_token_expires_at timestamptz(3),
      scope text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db)

  await sql`
    create table sessions (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      token text not null unique,
      expires_at timestamptz(3) not null,
      ip_address text,
      user_agent text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create index sessions_of_user on sessions (user_id)`.execute(db)
  await sql`create index sessions_by_expiry on sessions (expires_at)`.execute(db)

  await sql`
    create table verifications (
      id uuid primary key default uuidv7(),
      identifier text not null,
      value text not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db)

  await sql`
    create table mail_links (
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('verify-email', 'reset-password')),
      token_hash bytea not null unique,
      expires_at timestamptz(3) not null,
      primary key (user_id, purpose)
    )`.execute(db)
}
