import { type Kysely, sql } from 'kysely'

/** The browsers in which donors get alerts as notifications (Web Push), and the key pair of the site. */
export async function up(db: Kysely<never>) {
  await sql`
    create table push_keys (
      id uuid primary key default uuidv7(),
      public_key text not null,
      -- Encrypted with a key that is derived from the site's secret.
      private_key text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create unique index one_push_key on push_keys ((true))`.execute(db)

  await sql`
    create table push_devices (
      id uuid primary key default uuidv7(),
      -- Only donors get alerts.
      user_id uuid not null references donors (user_id) on delete cascade,
      -- A subscription is valid for one key pair of a site, for as long as it exists.
      push_key_id uuid not null references push_keys on delete cascade,
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      name text not null,
      added_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create unique index push_device_of_endpoint on push_devices (endpoint)`.execute(db)
  await sql`create index push_devices_of_user on push_devices (user_id, added_at)`.execute(db)
  await sql`create index push_devices_of_key on push_devices (push_key_id)`.execute(db)
}
