create table offers (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  blood_request_id uuid references blood_requests on delete set null,
  required_blood_group text not null,
  status text not null default 'offered' check (status in ('offered', 'withdrawn', 'donated', 'released')),
  -- When it is stored: the time at which the transaction began could be before that of an earlier offer of the same
  -- donor, for which it had waited, and a standing offer must be the newest.
  offered_at timestamptz(3) not null default clock_timestamp(),
  settled_at timestamptz(3),
  was_refused boolean not null default false,  -- released by "Not needed", not by closing the request
  reveal_id uuid not null default uuidv7(),  -- the entries of the contact ledger for this offer
  contact_until timestamptz(3),  -- the time until which donor and requester see each other's contact after a donation
  contact_withdrawn_at timestamptz(3),  -- the donor ended that; undoing the donation must not reveal it again
  on_the_way_said_at timestamptz(3),  -- the donor said to be on the way
  on_the_way_minutes int check (on_the_way_minutes in (15, 30, 60)),  -- in how many minutes they arrive
  constraint settled_offers_have_a_time check ((status = 'offered') = (settled_at is null)),
  constraint standing_offers_have_a_request check (status <> 'offered' or blood_request_id is not null),
  constraint contact_remains_after_donations check (contact_until is null or status = 'donated'),
  constraint arrivals_have_a_time check ((on_the_way_said_at is null) = (on_the_way_minutes is null)),
  constraint arrivals_end_with_the_offer check (on_the_way_said_at is null or status = 'offered')
);
create unique index standing_offer_of_donor on offers (user_id) where status = 'offered';
create index offers_of_user on offers (user_id, offered_at desc, id desc);
create index offers_of_request on offers (blood_request_id, offered_at, id);
create index standing_offers on offers (blood_request_id) where status = 'offered';
create index ending_contacts on offers (contact_until) where contact_until is not null;

-- How soon the first donor answered, by month; about nobody, and kept (features/offers/answer-times.ts).
create table answer_times (
  month date primary key check (month = date_trunc('month', month)),
  posted int not null,
  answered int not null,
  median_minutes int,  -- null where too few were answered
  computed_on date not null
);

create table donations (
  id uuid primary key default uuidv7(),
  user_id uuid references users on delete set null,  -- null after an erasure: the request still has its units
  blood_request_id uuid references blood_requests on delete set null,
  offer_id uuid references offers on delete set null,
  donated_on date not null check (donated_on >= '1900-01-01'),
  recorded_by text not null check (recorded_by in ('donor', 'requester', 'admin')),
  recorded_at timestamptz(3) not null default now(),
  is_withdrawn boolean not null default false,
  disputed_at timestamptz(3),  -- until an admin decides, the donation does not count for the donor's date
  -- With what the owner of the request has thanked the donor; it stays when the request is deleted.
  thank_you text check (thank_you in ('when-needed', 'meant-a-lot', 'for-a-stranger', 'not-forgotten'))
);
create unique index donation_of_day on donations (user_id, donated_on) where not is_withdrawn;
create unique index donation_of_offer on donations (offer_id) where not is_withdrawn;
create index donations_by_day on donations (donated_on) where not is_withdrawn;
create index disputed_donations on donations (disputed_at, id) where disputed_at is not null and not is_withdrawn;
-- Foreign keys look these up when a row that they refer to is deleted.
create index donations_of_user on donations (user_id);
create index all_donations_of_offer on donations (offer_id);
create index donations_for_request on donations (blood_request_id);

-- Donors who do not want to get thank-yous any more.
create table thank_you_stops (
  user_id uuid primary key references users on delete cascade,
  stopped_at timestamptz(3) not null
);

-- The contact ledger: who saw whose phone number, and when. No foreign keys: it outlives the offer and the request.
create table contact_reveals (
  reveal_id uuid not null,
  event text not null check (event in ('began', 'ended')),
  owner_id uuid,
  viewer_id uuid,
  occasion text not null check (occasion in ('offer', 'admin')),
  blood_request_id uuid,
  occurred_at timestamptz(3) not null default clock_timestamp(),
  primary key (reveal_id, event)
);
create index contact_reveals_of_owner on contact_reveals (owner_id, occurred_at desc, reveal_id desc);
create index contact_reveals_of_viewer on contact_reveals (viewer_id);
create index contact_reveals_by_time on contact_reveals (occurred_at);

-- The ledger can only be added to, but erased people are blanked, and entries are deleted after two years.
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
end $$;
create trigger protect_contact_reveals before update or delete on contact_reveals
  for each row execute function protect_contact_reveals();
create trigger keep_contact_reveals before truncate on contact_reveals
  for each statement execute function protect_contact_reveals();
-- The owner too: with an operator's PostgreSQL, the server owns the tables.
revoke update, delete, truncate on contact_reveals from public, current_user;
grant delete, update (owner_id, viewer_id) on contact_reveals to current_user;
