create table users (
  id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email)),
  role text not null default 'user' check (role in ('user', 'admin')),
  created_at timestamptz(3) not null default now(),
  email_verified boolean not null default false,
  email_verified_at timestamptz(3),  -- whoever has been known for long is trusted with more
  -- An account that is never verified is erased some time after this, when an email has announced it.
  unverified_since timestamptz(3) not null default now(),
  erasure_announced_at timestamptz(3),
  devices_known_since timestamptz(3) not null default now(),  -- in cookies of known browsers; a new password changes it
  suspended_at timestamptz(3),
  posting_stopped_at timestamptz(3),  -- since when reports stop the person from posting, until an admin decides
  -- An admin must be demoted before being suspended, so that there is always an admin who is not suspended.
  constraint admins_are_not_suspended check (role <> 'admin' or suspended_at is null)
);
create index admins on users (id) where role = 'admin';
create index users_unverified on users (unverified_since) where not email_verified and role = 'user';
-- The lists of admins.
create extension if not exists pg_trgm;
create index users_by_text on users using gin (email gin_trgm_ops);
create index users_by_creation on users (created_at, id);

-- The lock serializes two admins who demote each other at the same moment: the second sees the first change.
create function keep_one_admin() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.role = 'admin' then return new; end if;
  perform pg_advisory_xact_lock(hashtext('keep_one_admin'));
  if not exists (select from users where role = 'admin' and id <> old.id) then
    raise exception 'the last admin stays admin' using errcode = 'BB001';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_one_admin before update of role or delete on users for each row
  when (old.role = 'admin') execute function keep_one_admin();

-- Whoever registered somebody else's address must not become admin through it.
create function require_verified_admin() returns trigger language plpgsql as $$
begin
  raise exception 'only a verified account is made admin' using errcode = 'BB002';
end $$;
create trigger require_verified_admin before update of role on users for each row
  when (old.role <> 'admin' and new.role = 'admin' and not new.email_verified)
  execute function require_verified_admin();

-- No statement that verifies an account can forget the time.
create function set_email_verified_at() returns trigger language plpgsql as $$
begin
  new.email_verified_at := case
    when not new.email_verified then null
    when tg_op = 'INSERT' then coalesce(new.email_verified_at, new.created_at)
    else coalesce(new.email_verified_at, now())
  end;
  return new;
end $$;
create trigger users_email_verified_at before insert or update of email_verified, email_verified_at
  on users for each row execute function set_email_verified_at();

create table credentials (
  user_id uuid primary key references users on delete cascade,
  password text not null check (password like '$argon2id$%'),
  user_handle uuid not null default gen_random_uuid()  -- in passkeys; not the id, which other people's pages contain
);

-- Passkeys (WebAuthn), beside the password.
create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,  -- a COSE key, with which signatures are verified; nothing can be signed with it
  counter bigint not null,  -- how often the authenticator has signed, or 0 if it does not count
  transports text[] not null,
  rp_id text not null,  -- the host name of the site (relying party id): a passkey works at no other
  name text not null check (name <> ''),
  added_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_of_user on passkeys (user_id, added_at, id);

-- Challenges are signed, not stored. Those that were used are stored until they expire, so that none is used twice.
create table used_passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz(3) not null
);

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  password_given_at timestamptz(3) not null default now(),  -- some calls of admins need a recent one
  passkey_id uuid references passkeys on delete set null,  -- the one that was last used in the session
  ip_address text,
  user_agent text,
  ended_by_role_change boolean not null default false  -- it has expired then, and tells its browser why
);
create index sessions_of_user on sessions (user_id, created_at, id);
create index sessions_of_passkey on sessions (passkey_id);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_last_use on sessions (last_used_at);

-- Starts a session; ends the one that it replaces and the oldest beyond the limit. A function, because one statement
-- would not see sessions that start after it began. Suspended users get an hour, to download or erase their data.
create function start_session(
  owner uuid, new_token text, lifetime interval, address text, agent text,
  replaced_token text, max_sessions integer, out is_started boolean, out is_suspended boolean
) language plpgsql as $$
begin
  -- One after the other for each person, also at several servers.
  select suspended_at is not null into is_suspended from users where id = owner for no key update;
  is_started := found;
  if not is_started then return; end if;
  if is_suspended then lifetime := least(lifetime, interval '1 hour'); end if;
  delete from sessions where token = replaced_token;
  insert into sessions (user_id, token, expires_at, ip_address, user_agent, created_at)
  values (owner, new_token, clock_timestamp() + lifetime, address, agent, clock_timestamp());
  if max_sessions is not null then
    delete from sessions where id in (
      select id from sessions where user_id = owner and token <> new_token
      order by created_at desc, id desc offset max_sessions - 1);
  end if;
end $$;

-- The links in emails about accounts. Requesting one does not invalidate another, which the owner may be about to open.
create table mail_links (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  expires_at timestamptz(3) not null
);
create index mail_links_of_user on mail_links (user_id, purpose);

-- Who agreed to which version of the text beside the register button, and when.
create table consents (
  user_id uuid not null references users on delete cascade,
  version text not null check (version <> ''),
  agreed_at timestamptz(3) not null default now(),
  primary key (user_id, version)
);

create table suspensions (
  user_id uuid primary key references users on delete cascade,
  reason text not null
    check (reason in ('collecting-contacts', 'false-requests', 'asking-for-money', 'harassment', 'other')),
  note text check (note <> ''),
  suspended_at timestamptz(3) not null default now()
);

-- What outlives an erasure, by a keyed hash of the address. Whoever verifies the address again gets it back.
create table erased_accounts (
  email_hash text primary key,
  user_id uuid unique references users on delete set null,  -- the new account, which has got it back
  suspended_at timestamptz(3),
  suspension_reason text,
  posting_stopped_at timestamptz(3),
  waiting_cases uuid[] not null,  -- the cases of reports about the person on which an admin had not decided
  counts jsonb,  -- times of posts, reports and alerts, and the numbers that the account was sent; null after a day
  erased_at timestamptz(3) not null,
  constraint suspensions_have_a_reason check ((suspended_at is null) = (suspension_reason is null))
);

-- The keys of tokens for other sites. The private one is encrypted; without it, a key only verifies older tokens.
create table token_keys (
  id uuid primary key default uuidv7(),
  public_key text not null,
  private_key text not null,
  created_at timestamptz(3) not null default now()
);
