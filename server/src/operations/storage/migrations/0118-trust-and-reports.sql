-- A donor who changes what an admin has verified is Verified no longer. The offers that were made before keep the trust
-- that they had: nobody is asked anew because of a corrected name.
alter table offers add column was_verified boolean not null default false;

-- Since when reports keep donors from being asked for a request that stays listed because a trusted donor has offered.
alter table blood_requests add column alerts_stopped_at timestamptz;
