-- What new members cause together is limited, also after an erasure.
alter table alerts
  -- Of a new member: a keyed hash of the mailbox, and `registered_network`. Removed a day after an erasure.
  add column requester_mailbox bytea,
  add column requester_network text,
  add column requester_is_new boolean not null default false;
create index alerts_for_erased_members on alerts (alerted_at) where requester_id is null and requester_mailbox is not null;
create index alerts_for_new_members on alerts (alerted_at) where requester_is_new;

alter table blood_requests
  add column held_back_at timestamptz(3),  -- since when no donor is asked, because many new members asked that day
  add column found_real_at timestamptz(3);  -- when an admin said that it is real
create index held_back_requests on blood_requests (held_back_at) where status = 'active' and held_back_at is not null;

alter table donations add column confirmed_at timestamptz(3);  -- when an admin decided a dispute about it
