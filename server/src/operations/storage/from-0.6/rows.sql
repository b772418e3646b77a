-- Computes what version 0.6 did not store, from what it did, and removes what nobody reads: for a database that is taken
-- over, and for a backup that is restored. Alerts from before count as if the requester had had a record, and a released
-- offer counts against nobody.

-- When the email was verified is not known; the time of registration is the best that is.
update users set email_verified_at = created_at where email_verified;

-- A disputed donation does not count for the donor's date until an admin decides.
update donors
   set recorded_donation_date = (
         select max(donated_on) from donations
          where user_id = donors.user_id and not is_withdrawn and disputed_at is null)
 where exists (
   select from donations where user_id = donors.user_id and not is_withdrawn and disputed_at is not null);

-- Only the audit log knew why a report was dismissed.
update reports set dismissal_reason = (
  select after ->> 'reason' from audit_entries
   where action = 'report-dismissed' and target_id = reporter_id
   order by abs(extract(epoch from at - dismissed_at)) limit 1)
 where dismissed_at is not null;

-- Reports of accounts that have been erased since count as one.
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
          where dismissed.reporter_id = reports.reporter_id and dismissed.dismissal_reason = 'malicious');

-- Nobody read it. A backup has it.
alter table alert_waves drop column seed;
