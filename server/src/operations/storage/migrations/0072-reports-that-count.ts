import { type Kysely, sql } from 'kysely'

/**
 * Which reports count by themselves, towards hiding a request and stopping a person: it is stored when somebody reports, as
 * nobody can tell after the erasure of their account. The reason of a dismissal: after one for bad faith, no report of that
 * account counts by itself. The audit log knew it until now.
 */
export async function up(db: Kysely<never>) {
  await sql`
    alter table reports
      add column counts_by_itself boolean not null default false,
      -- Null while the report stands.
      add column dismissal_reason text check (dismissal_reason in ('malicious', 'mistaken', 'other'))`.execute(
    db,
  )
  await sql`
    update reports set dismissal_reason = (
      select after ->> 'reason' from audit_entries
       where action = 'report-dismissed' and target_id = reporter_id
       order by abs(extract(epoch from at - dismissed_at)) limit 1)
     where dismissed_at is not null`.execute(db)
  // Reports of accounts that have been erased since count as one.
  await sql`
    update reports set counts_by_itself = true
     where reporter_id is null
        or exists (
             select from users
              where id = reporter_id and suspended_at is null
                and email_verified_at <= reported_at - interval '7 days'
                and (exists (select from donors where user_id = users.id)
                     or exists (select from offers where user_id = users.id)
                     or exists (select from blood_requests where user_id = users.id)))
           and not exists (
             select from reports dismissed
              where dismissed.reporter_id = reports.reporter_id and dismissed.dismissal_reason = 'malicious')`.execute(
    db,
  )
}
