import { type Kysely, sql } from 'kysely'

/**
 * Mail waits among the background jobs of graphile-worker, whose own migrations ran before this one (`platform/jobs/install.ts`).
 *
 * `outbox` stays what the product reads and writes: a view over the jobs that send mail. It is the only place that knows
 * how a mail is stored as a job. A server of the version before that still runs can put mail into it, and a backup is
 * restored into it.
 */
export async function up(db: Kysely<never>) {
  await sql`alter table outbox rename to earlier_outbox`.execute(db)

  // There are as many queues as make a collision of two recipients rare; a queue for each address would stay behind when
  // its person is erased, and every worker locks all free queues when it looks for a job. They are made here, as two
  // transactions that each make several could deadlock.
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

  // Whoever erases an account looks for the mails to it and about it.
  await sql`create index mail_jobs_by_recipient on graphile_worker._private_jobs ((payload->>'recipient'))`.execute(
    db,
  )
  await sql`create index mail_jobs_about_user on graphile_worker._private_jobs (((payload->>'aboutUserId')::uuid))`.execute(
    db,
  )

  // The clock, not the time of the transaction, keeps the order of two mails of one transaction.
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

  // A worker that is sending the mail at this moment frees the queue together with the job, so the job stays until then,
  // without its content.
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
