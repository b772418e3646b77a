-- The keys of an account are a range, which the collation "C" turns into an index range.
create table attempt_limits (
  key text collate "C" primary key,
  points integer not null default 0,
  expire bigint not null  -- in milliseconds
);
create index attempt_limits_by_expiry on attempt_limits (expire);

-- Counts an attempt under several limits, if all of them allow it. Concurrent calls lock the rows in the same order.
create function count_attempt(
  keys text[], max_points integer[], durations_ms bigint[], pauses_ms bigint[], now_ms bigint
) returns table (key text, expire bigint, is_refused boolean, is_first_refusal boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  any_refused boolean := false;
begin
  for key, expire, is_refused, is_first_refusal in
    with wanted as (
      select * from unnest(keys, max_points, durations_ms, pauses_ms) as t (key, most, duration, pause)
    ), counted as (
      insert into attempt_limits as stored (key, points, expire)
      select key, 1, now_ms + duration from wanted order by key
      on conflict (key) do update set
        points = case when stored.expire <= now_ms then 1 else stored.points + 1 end,
        expire = case when stored.expire <= now_ms then excluded.expire else stored.expire end
      returning stored.key, stored.points, stored.expire
    )
    select key, case when points = most + 1 and pause > 0 then now_ms + pause else expire end,
           points > most, points = most + 1
      from counted join wanted using (key)
  loop
    any_refused := any_refused or is_refused;
    return next;
  end loop;
  if any_refused then
    -- A refused attempt counts nowhere. A limit that refuses stays one past its maximum, so that the next refusal
    -- is not taken for the first, which begins the pause.
    update attempt_limits set
      points = case when points > most then most + 1 else points - 1 end,
      expire = case when points = most + 1 and pause > 0 then now_ms + pause else expire end
      from unnest(keys, max_points, pauses_ms) as wanted (key, most, pause)
     where attempt_limits.key = wanted.key;
  end if;
end $$;

-- The phone numbers, as keyed hashes, that one reply added. A server reads those of an account with the first reply to it.
create table numbers_sent (
  user_id uuid not null references users on delete cascade,
  sent_at timestamptz(3) not null,
  numbers bigint[] not null
);
create index numbers_sent_of_user on numbers_sent (user_id, sent_at);
create index numbers_sent_by_time on numbers_sent (sent_at);

-- When somebody last came near a limit of numbers, for the admins' overview.
create table number_warnings (
  user_id uuid primary key references users on delete cascade,
  last_hour integer not null,
  last_day integer not null,
  was_refused boolean not null,
  warned_at timestamptz(3) not null
);
