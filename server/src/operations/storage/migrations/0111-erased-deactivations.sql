-- Erasing an account must not end an admin's decision that its donor profile is inactive.
alter table erased_accounts add column donor_deactivated_at timestamptz(3);
