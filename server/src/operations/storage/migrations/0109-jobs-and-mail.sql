-- Emails are background jobs of graphile-worker, whose own migrations run before these (storage/migrate.ts). All
-- else reads and writes `outbox`, a view over the jobs that send email; backups are restored into it.

-- Recipients share the queues: one for each address would remain after an erasure, and a worker locks all free ones
-- when it fetches a job. They are created here because two transactions that create several could deadlock.
insert into graphile_worker._private_job_queues (queue_name)
select 'mail-' || number from generate_series(0, 15) number
union all select 'notice-' || number from generate_series(0, 1) number
union all select 'texts'
on conflict do nothing;

create view outbox as
select jobs.id, payload->>'kind' as kind, payload->>'recipient' as recipient, attempts::int,
       run_at as next_attempt_at, last_error, created_at, (payload->>'aboutUserId')::uuid as about_user_id,
       (payload->>'aboutId')::uuid as about_id
  from graphile_worker._private_jobs jobs
 where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-mail')
   and payload->>'recipient' is not null;
-- Erasing an account looks up the emails to it and about it.
create index mail_jobs_by_recipient on graphile_worker._private_jobs ((payload->>'recipient'));
create index mail_jobs_about_user on graphile_worker._private_jobs (((payload->>'aboutUserId')::uuid));

-- Makes a job of an email; a restored one keeps its attempts. clock_timestamp() keeps the order within a transaction.
create function insert_into_outbox() returns trigger language plpgsql as $$
declare job_id bigint;
begin
  select id into job_id from graphile_worker.add_job(
    'send-mail',
    json_build_object('kind', new.kind, 'recipient', new.recipient, 'aboutUserId', new.about_user_id,
                      'aboutId', new.about_id),
    queue_name => 'mail-' || (hashtext(new.recipient) & 15),
    run_at => coalesce(new.next_attempt_at, clock_timestamp()),
    max_attempts => 10);
  if new.attempts > 0 then
    update graphile_worker._private_jobs
       set attempts = new.attempts, last_error = new.last_error, created_at = coalesce(new.created_at, now())
     where id = job_id;
  end if;
  return new;
end $$;
create trigger insert_into_outbox instead of insert on outbox for each row execute function insert_into_outbox();

-- Deletes an email. While a worker is sending it, the job stays without its content: its completion unlocks the queue.
create function delete_from_outbox() returns trigger language plpgsql as $$
begin
  delete from graphile_worker._private_jobs where id = old.id and locked_at is null;
  if not found then
    update graphile_worker._private_jobs set payload = '{}', attempts = 0, last_error = null where id = old.id;
  end if;
  return old;
end $$;
create trigger delete_from_outbox instead of delete on outbox for each row execute function delete_from_outbox();

-- What a server without a mail server shows instead of sending it.
create table caught_mails (
  id uuid primary key default uuidv7(),
  "to" text not null,
  subject text not null,
  text text not null,
  html text not null,
  headers jsonb not null default '{}',
  sent_at timestamptz(3) not null default now()
);

-- What the demo shows instead of sending it.
create table caught_texts (
  id uuid primary key default uuidv7(),
  phone text not null,
  message text not null,
  sent_at timestamptz(3) not null default now()
);
