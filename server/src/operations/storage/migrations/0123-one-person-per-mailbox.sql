-- An admin has allowed that the account is verified although its mailbox has another one.
alter table users add column may_share_mailbox boolean not null default false;

drop trigger users_live_update on users;
create trigger users_live_update after update of email, role, email_verified, suspended_at, may_share_mailbox on users
  for each row execute function log_users();

-- The accounts of a person: those that are verified and have one mailbox. An account that is not verified stands for itself
-- alone: whoever registered it has proved no mailbox, and must not use up the limits of whom the mailbox belongs to.
create function accounts_of_person(account uuid) returns setof uuid language sql stable rows 2 as $$
  select account
   union
  select other.id from users own join users other using (mailbox)
   where own.id = account and own.email_verified and other.email_verified
$$;

-- As before, for all accounts of a person together: one transaction at a time posts for a mailbox. Only verified accounts
-- post. Whether a request is similar is asked about those that the owner sees.
create or replace function posting_allowance(
  owner uuid, posts_per_day int, most_active int, new_need bytea,
  out posts_left int, out active_left int, out again_at timestamptz, out is_similar boolean
) language plpgsql volatile as $$
declare
  day_ago constant timestamptz := statement_timestamp() - interval '24 hours';
  accounts uuid[];
begin
  if coalesce(posts_per_day, most_active) is null and new_need is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(mailbox, 19)) from users where id = owner;
  accounts := array(select accounts_of_person(owner));
  select posts_per_day - count(*), min(requested_at) + interval '24 hours' into posts_left, again_at
    from (
      select requested_at from blood_requests where user_id = any (accounts) and requested_at > day_ago
      union all
      select requested_at from deleted_posts where user_id = any (accounts) and requested_at > day_ago
      order by requested_at desc limit posts_per_day
    ) latest
   where posts_per_day is not null;
  select most_active - count(*), bool_or(need = new_need) filter (where user_id = owner) into active_left, is_similar
    from blood_requests where user_id = any (accounts) and status = 'active';
end $$;
