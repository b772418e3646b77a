create table blood_requests (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  user_email text not null,  -- as in the account, for the search of admins
  patient_name text not null check (patient_name <> ''),
  required_blood_group text not null check (required_blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  units_required integer not null check (units_required between 1 and 100),
  hospital_name text not null check (hospital_name <> ''),
  hospital_location text,
  contact_person text not null check (contact_person <> ''),
  contact_number text not null check (contact_number <> ''),
  urgency text not null check (urgency in ('urgent', 'moderate', 'low')),
  additional_info text,
  needed_by timestamptz(3),  -- as entered by the owner
  requested_at timestamptz(3) not null default now(),
  idempotency_key uuid,  -- a request that is sent again, because its response was lost, has the same key as before
  need bytea,  -- a hash of group, patient and hospital: equal for requests that look the same
  status text not null default 'active' check (status in ('active', 'fulfilled', 'cancelled')),
  closed_at timestamptz(3),
  closed_by_admin_at timestamptz(3),  -- null for a request that its owner closed
  closing_reason text,
  is_hidden boolean not null default false,  -- its owner is suspended; so partial indexes leave it out
  hidden_at timestamptz(3),  -- reports hide it until an admin decides; either reason can end before the other
  -- When the owner last said that blood is needed, first by posting. Null for one from before there were alerts.
  confirmed_at timestamptz(3) default now(),
  unconfirmed_since timestamptz(3),  -- the owner has not answered; while it is set, no donor is asked
  next_wave_at timestamptz(3) default now(),  -- when the planner of alerts looks at it next
  -- The sentence with which its owner thanks the donors who gave; null with a time of the choice: none.
  thank_you text check (thank_you in ('when-needed', 'meant-a-lot', 'for-a-stranger', 'not-forgotten')),
  thank_you_chosen_at timestamptz(3),
  thank_you_due_at timestamptz(3),  -- when the donors get it; null again after that
  search_text text not null generated always as (
    lower(patient_name || ' ' || hospital_name || ' ' || contact_person || ' ' || user_email || ' '
          || regexp_replace(contact_number, '[^0-9]', '', 'g'))
  ) stored,
  constraint active_ones_are_not_closed check (closed_at is null or status <> 'active'),
  constraint admins_close_for_good check (closed_by_admin_at is null or status <> 'active'),
  constraint admins_say_why_they_cancel check (
    (closing_reason is not null) = (closed_by_admin_at is not null and status = 'cancelled')),
  constraint thank_yous_follow_the_blood check (thank_you_chosen_at is null or status = 'fulfilled'),
  constraint thank_yous_are_chosen check (thank_you is null or thank_you_chosen_at is not null),
  constraint due_thank_yous_have_a_sentence check (thank_you_due_at is null or thank_you is not null)
);
create unique index blood_request_once on blood_requests (user_id, idempotency_key) where idempotency_key is not null;
create index active_blood_requests on blood_requests (requested_at desc, id desc)
  where status = 'active' and not is_hidden and hidden_at is null;
create index blood_requests_of_user on blood_requests (user_id, requested_at desc, id desc);
create index active_blood_requests_of_user on blood_requests (user_id) where status = 'active';
create index due_waves on blood_requests (next_wave_at)
  where status = 'active' and not is_hidden and hidden_at is null and next_wave_at is not null;
create index due_thank_yous on blood_requests (thank_you_due_at) where thank_you_due_at is not null;

-- The lists of admins: an index for each order, and one for the filters. The one by time alone counts some weeks.
create index blood_requests_by_text on blood_requests using gin (search_text gin_trgm_ops);
alter table blood_requests alter column search_text set statistics 300;
create index blood_requests_by_time on blood_requests (requested_at, id) include (status);
create index blood_requests_by_patient on blood_requests (lower(patient_name), id);
create index blood_requests_by_hospital on blood_requests (lower(hospital_name), id);
create index blood_requests_by_group on blood_requests (required_blood_group, id);
create index blood_requests_by_filters on blood_requests (status, urgency, required_blood_group);

create trigger hide_record_of_suspended before insert on blood_requests
  for each row execute function hide_record_of_suspended();

-- The times of requests that were deleted within a day of posting: deleting does not circumvent the limit of posts.
create table deleted_posts (
  user_id uuid not null references users on delete cascade,
  requested_at timestamptz(3) not null
);
create index deleted_posts_of_user on deleted_posts (user_id, requested_at desc);

-- Computes how many requests an account may still post, and whether an active one has the need. Null switches a limit or
-- the comparison off. One transaction at a time posts for an account; the function, being volatile, sees what the one
-- before it stored.
create function posting_allowance(
  owner uuid, posts_per_day int, most_active int, new_need bytea,
  out posts_left int, out active_left int, out again_at timestamptz, out is_similar boolean
) language plpgsql volatile as $$
declare
  day_ago constant timestamptz := statement_timestamp() - interval '24 hours';
begin
  if coalesce(posts_per_day, most_active) is null and new_need is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(owner::text, 19));
  select posts_per_day - count(*), min(requested_at) + interval '24 hours' into posts_left, again_at
    from (
      select requested_at from blood_requests where user_id = owner and requested_at > day_ago
      union all
      select requested_at from deleted_posts where user_id = owner and requested_at > day_ago
      order by requested_at desc limit posts_per_day
    ) latest
   where posts_per_day is not null;
  select most_active - count(*), bool_or(need = new_need) into active_left, is_similar
    from blood_requests where user_id = owner and status = 'active';
end $$;

-- Tells the owner of a request that an admin deleted it. Neither patient nor hospital: a deletion is for good.
create table request_deletions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  required_blood_group text not null,
  requested_at timestamptz(3) not null,
  deleted_at timestamptz(3) not null,
  reason text not null
);
create index request_deletions_of_user on request_deletions (user_id, deleted_at desc);

-- The links in emails that ask whether blood is still needed. After a deletion they can say why they are dead.
create table confirmation_links (
  token_hash bytea primary key,
  blood_request_id uuid references blood_requests on delete set null,
  created_at timestamptz(3) not null
);
create index confirmation_links_of_request on confirmation_links (blood_request_id);

-- The public page of a request. The owner reads its address again, so the code is stored as it is. Revoking deletes it.
create table share_pages (
  code text primary key check (code ~ '^[0-9a-z]{26}$'),
  blood_request_id uuid not null unique references blood_requests on delete cascade,
  created_at timestamptz(3) not null default now()
);
