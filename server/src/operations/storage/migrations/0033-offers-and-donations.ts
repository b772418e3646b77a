import { type Kysely, sql } from 'kysely'

/**
 * Offers of donors for blood requests, donations, and the contact ledger: who saw whose phone number, and when.
 *
 * The database settles the races: a donor has one standing offer, an offer has one standing donation, and a request with
 * standing offers cannot be deleted before they are released.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create table offers (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      blood_request_id uuid references blood_requests on delete set null,
      required_blood_group text not null,
      status text not null default 'offered' check (status in ('offered', 'withdrawn', 'donated', 'released')),
      offered_at timestamptz(3) not null default now(),
      settled_at timestamptz(3),
      -- The entries of the contact ledger for this offer.
      reveal_id uuid not null default uuidv7(),
      -- The time until which donor and requester see each other's contact after a donation.
      contact_until timestamptz(3),
      constraint settled_offers_have_a_time check ((status = 'offered') = (settled_at is null)),
      constraint standing_offers_have_a_request check (status <> 'offered' or blood_request_id is not null),
      constraint contact_remains_after_donations check (contact_until is null or status = 'donated')
    )`.execute(db)
  await sql`create unique index standing_offer_of_donor on offers (user_id) where status = 'offered'`.execute(
    db,
  )
  await sql`create index offers_of_user on offers (user_id, offered_at desc, id desc)`.execute(db)
  await sql`create index offers_of_request on offers (blood_request_id, offered_at, id)`.execute(db)
  await sql`create index standing_offers on offers (blood_request_id) where status = 'offered'`.execute(db)
  await sql`create index ending_contacts on offers (contact_until) where contact_until is not null`.execute(
    db,
  )

  await sql`
    create table donations (
      id uuid primary key default uuidv7(),
      -- Without a person after their erasure: the request still has its units.
      user_id uuid references users on delete set null,
      blood_request_id uuid references blood_requests on delete set null,
      offer_id uuid references offers on delete set null,
      donated_on date not null check (donated_on >= '1900-01-01'),
      recorded_by text not null check (recorded_by in ('donor', 'requester', 'admin')),
      recorded_at timestamptz(3) not null default now(),
      is_withdrawn boolean not null default false,
      disputed_at timestamptz(3)
    )`.execute(db)
  await sql`
    create unique index donation_of_day on donations (user_id, donated_on) where not is_withdrawn`.execute(db)
  await sql`create unique index donation_of_offer on donations (offer_id) where not is_withdrawn`.execute(db)
  await sql`
    create index donations_for_request on donations (blood_request_id) where not is_withdrawn`.execute(db)
  await sql`create index donations_by_day on donations (donated_on) where not is_withdrawn`.execute(db)
  // Foreign keys look these up when a row that they refer to is deleted.
  await sql`create index donations_of_user on donations (user_id)`.execute(db)
  await sql`create index all_donations_of_offer on donations (offer_id)`.execute(db)
  await sql`create index all_donations_for_request on donations (blood_request_id)`.execute(db)

  // No foreign keys: the ledger outlives the offer and the request, and an erasure blanks it explicitly.
  await sql`
    create table contact_reveals (
      reveal_id uuid not null,
      event text not null check (event in ('began', 'ended')),
      owner_id uuid,
      viewer_id uuid,
      occasion text not null check (occasion in ('offer', 'admin')),
      blood_request_id uuid,
      occurred_at timestamptz(3) not null default clock_timestamp(),
      primary key (reveal_id, event)
    )`.execute(db)
  await sql`
    create index contact_reveals_of_owner on contact_reveals (owner_id, occurred_at desc, reveal_id desc)`.execute(
    db,
  )
  await sql`create index contact_reveals_of_viewer on contact_reveals (viewer_id)`.execute(db)
  await sql`create index contact_reveals_by_time on contact_reveals (occurred_at)`.execute(db)
  await sql`
    create function protect_contact_reveals() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.occurred_at < now() - interval '2 years' then return old; end if;
        raise exception 'An entry of the contact ledger can be deleted after two years.' using errcode = '42501';
      end if;
      if tg_op = 'UPDATE'
         and (new.reveal_id, new.event, new.occasion, new.occurred_at)
           = (old.reveal_id, old.event, old.occasion, old.occurred_at)
         and new.blood_request_id is not distinct from old.blood_request_id
         and (new.owner_id is not distinct from old.owner_id
              or new.owner_id is null and not exists (select from users where id = old.owner_id))
         and (new.viewer_id is not distinct from old.viewer_id
              or new.viewer_id is null and not exists (select from users where id = old.viewer_id)) then
        return new;
      end if;
      raise exception 'The contact ledger can only be added to.' using errcode = '42501';
    end $$`.execute(db)
  await sql`
    create trigger protect_contact_reveals before update or delete on contact_reveals
    for each row execute function protect_contact_reveals()`.execute(db)
  await sql`
    create trigger keep_contact_reveals before truncate on contact_reveals
    for each statement execute function protect_contact_reveals()`.execute(db)
  // The owner too: with a PostgreSQL of the operator, the server owns the tables.
  await sql`revoke update, delete, truncate on contact_reveals from public, current_user`.execute(db)
  await sql`grant delete, update (owner_id, viewer_id) on contact_reveals to current_user`.execute(db)

  // The list of blood requests shows how many offers stand and how many units were given, and is cached.
  const shown = { offers: 'blood_request_id, status', donations: 'blood_request_id, is_withdrawn' }
  for (const [table, columns] of Object.entries(shown)) {
    const changes = `${table}_changes`
    await sql`create sequence ${sql.table(changes)}`.execute(db)
    await sql`select nextval(${sql.lit(changes)})`.execute(db)
    await sql`
      create trigger ${sql.id(`${table}_change`)}
      after insert or update of ${sql.raw(columns)} or delete or truncate on ${sql.table(table)}
      for each statement execute function count_change(${sql.lit(changes)})`.execute(db)
  }
}
