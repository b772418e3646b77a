-- The last call of each donor in a list: with one index for both kinds it reads one row for each.
create index calls_of_donors on donor_calls (coalesce(kept_donor_id, user_id), called_at, id);
