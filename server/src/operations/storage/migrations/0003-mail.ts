import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>) {
  await sql`
    create table outbox (
      id uuid primary key default uuidv7(),
      kind text not null,
      recipient text not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null default now(),
      last_error text,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create index outbox_due on outbox (next_attempt_at)`.execute(db)

  await sql`
    create function announce_mail() returns trigger language plpgsql as $$
    begin
      perform pg_notify('outbox', '');
      return null;
    end $$`.execute(db)
  await sql`
    create trigger announce_mail after insert on outbox
    for each statement execute function announce_mail()`.execute(db)

  await sql`
    create table caught_mails (
      id uuid primary key default uuidv7(),
      "to" text not null,
      subject text not null,
      text text not null,
      html text not null,
      sent_at timestamptz(3) not null default now()
    )`.execute(db)
}
