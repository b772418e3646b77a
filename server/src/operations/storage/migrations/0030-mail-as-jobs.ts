import { type Kysely, sql } from 'kysely'

/**
 * Emails become background jobs of graphile-worker, whose own migrations run before ours (`platform/jobs/install.ts`).
 *
 * The product still reads and writes `outbox`, which is now a view over the jobs that send email. Nothing else knows how
 * an email is stored as a job. A server of the previous version can still insert into it during an update, and backups
 * are restored into it.
 */
export async function up(db: Kysely<never>) {
  await sql`alter table outbox rename to earlier_outbox`.execute(db)

  // Recipients share 16 queues. A queue per address would remain after the person is erased, and a worker locks every free
  // queue when it fetches a job. The queues are created here because two transactions that create several could deadlock.
  await sql`
    insert into graphile_worker._private_job_queues (queue_name)
    select 'mail-' || number from generate_series(0, 15) number
    on conflict do nothing`.execute(db)

  await sql`
    create view outbox as
    select jobs.id, payload->>'kind' as kind, payload->>'recipient' as recipient, attempts::int,
           run_at as next_attempt_at, last_error, created_at, (payload->>'aboutUserId')::uuid as about_user_id
      from graphile_worker._private_jobs jobs
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-mail')
       and payload->>'recipient' is not null`.execute(db)

  // Erasing an account looks up the emails to it and about it.
  await sql`create index mail_jobs_by_recipient on graphile_worker._private_jobs ((payload->>'recipient'))`.execute(
    db,
  )
  await sql`create index mail_jobs_about_user on graphile_worker._private_jobs (((payload->>'aboutUserId')::uuid))`.execute(
    db,
  )

  // clock_timestamp() instead of now() keeps the order of two emails of one transaction.
  await sql`
    create function insert_into_outbox() returns trigger language plpgsql as $$
    declare job_id bigint;
    begin
      select id into job_id from graphile_worker.add_job(
        'send-mail',
        json_build_object('kind', new.kind, 'recipient', new.recipient, 'aboutUserId', new.about_user_id),
        queue_name => 'mail-' || (hashtext(new.recipient) & 15),
        run_at => coalesce(new.next_attempt_at, clock_timestamp()),
        max_attempts => 10);
      if new.attempts > 0 then
        update graphile_worker._private_jobs
           set attempts = new.attempts, last_error = new.last_error, created_at = coalesce(new.created_at, now())
         where id = job_id;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger insert_into_outbox instead of insert on outbox
    for each row execute function insert_into_outbox()`.execute(db)

  // A worker that is sending the email unlocks the queue when it completes the job, so until then the job stays, without
  // its content.
  await sql`
    create function delete_from_outbox() returns trigger language plpgsql as $$
    begin
      delete from graphile_worker._private_jobs where id = old.id and locked_at is null;
      if not found then
        update graphile_worker._private_jobs set payload = '{}', attempts = 0, last_error = null where id = old.id;
      end if;
      return old;
    end $$`.execute(db)
  await sql`
    create trigger delete_from_outbox instead of delete on outbox
    for each row execute function delete_from_outbox()`.execute(db)

  await sql`
    insert into outbox (kind, recipient, attempts, next_attempt_at, last_error, created_at, about_user_id)
    select kind, recipient, attempts, next_attempt_at, last_error, created_at, about_user_id
      from earlier_outbox order by id`.execute(db)
  await sql`drop table earlier_outbox`.execute(db)
  await sql`drop function announce_mail()`.execute(db)

  await sql`
    create table job_servers (
      id uuid primary key,
      running_jobs bigint[] not null,
      seen_at timestamptz not null
    )`.execute(db)
}
