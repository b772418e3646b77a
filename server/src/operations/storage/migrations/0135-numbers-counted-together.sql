-- All servers count together what an account is sent, and what the unverified accounts of a network are sent. A network has
-- a keyed hash for its phone numbers, and one for the names of people.
alter table numbers_sent
  alter column user_id drop not null,
  add column network bigint,
  add constraint numbers_sent_to_one check (num_nonnulls(user_id, network) = 1);
create index numbers_sent_to_network on numbers_sent (network, sent_at) where network is not null;

-- What was sent to a person or to a network and still counts: for a day, or for an hour if the day has no limit.
create function numbers_counted(to_user uuid, to_network bigint, day_limit integer, now_at timestamptz)
returns table (hash bigint, counted_at timestamptz) language sql stable as $$
  select hash, max(sent_at) from numbers_sent, unnest(numbers) hash
   where (user_id = any (array(select id from accounts_of_person(to_user) id)) or network = to_network)
     and sent_at > now_at - case when day_limit is null then interval '1 hour' else interval '1 day' end
   group by hash
$$;

-- Counts what is new in a reply, as hashes in its order, as much as fits into all of the counters. Each is of a user's
-- person or of a network, the narrowest first, and has a lock. What the first counter has fits, and is counted nowhere: most
-- replies have nothing else, and only read. Then no row is returned. Otherwise one says the places, from 0, of what does not
-- fit, when it does (more than a limit when nothing else was sent), and how much the first counter has. If the database
-- crashes, what was counted in the last second may be forgotten.
create function count_numbers(
  users uuid[], networks bigint[], locks bigint[], hours integer[], days integer[], hashes bigint[], now_at timestamptz
) returns table (withheld integer[], fits_at timestamptz, last_hour integer, last_day integer)
language plpgsql as $$
#variable_conflict use_column
declare
  fitting bigint[];
  late bigint[];
  times timestamptz[];
  late_here integer;
begin
  -- Read without a lock, and again with it.
  for reading in 1..2 loop
    fitting := array(
      select hash from unnest(hashes) with ordinality h (hash, place)
       where hash not in (select hash from numbers_counted(users[1], networks[1], days[1], now_at))
       group by hash order by min(place));
    if fitting = '{}' then return; end if;
    if reading = 1 then
      perform pg_advisory_xact_lock(key) from (select unnest(locks) as key order by 1) ordered;
    end if;
  end loop;
  late := fitting;
  for nth in reverse cardinality(users)..1 loop
    with counted as materialized (
      select * from numbers_counted(users[nth], networks[nth], days[nth], now_at)
    ), room as (
      select least(hours[nth] - count(*) filter (where counted_at > now_at - interval '1 hour'), days[nth] - count(*)) as room
        from counted
    ), wanted as (
      select hash, place, count(*) filter (where counted_at is null) over (order by place) as nth_new, counted_at
        from unnest(fitting) with ordinality h (hash, place) left join counted using (hash)
    )
    select coalesce(array_agg(hash order by place), '{}') into fitting from wanted, room
     where counted_at is not null or room is null or nth_new <= room;
  end loop;
  late := array(select unnest(late) except select unnest(fitting));
  select coalesce(array_agg(place - 1), '{}') into withheld
    from unnest(hashes) with ordinality h (hash, place) where hash = any (late);

  perform set_config('synchronous_commit', 'off', true);
  for nth in 1..cardinality(users) loop
    insert into numbers_sent (user_id, network, sent_at, numbers)
    select users[nth], networks[nth], now_at, array_agg(hash) from unnest(fitting) hash
     where hash not in (select hash from numbers_counted(users[nth], networks[nth], days[nth], now_at))
    having count(*) > 0;
    select coalesce(array_agg(counted_at order by counted_at desc), '{}'), cardinality(late) - count(*) filter (where hash = any (late))
      into times, late_here
      from numbers_counted(users[nth], networks[nth], days[nth], now_at);
    if nth = 1 then
      last_hour := (select count(*) from unnest(times) time where time > now_at - interval '1 hour');
      last_day := cardinality(times);
    end if;
    if late_here > 0 then
      fits_at := greatest(
        fits_at,
        times[hours[nth] - least(late_here, hours[nth]) + 1] + interval '1 hour',
        times[days[nth] - least(late_here, days[nth]) + 1] + interval '1 day');
    end if;
  end loop;
  return next;
end $$;
