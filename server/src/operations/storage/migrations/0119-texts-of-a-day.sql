-- What of a day's text messages was for requests of people without a record, and what were codes, by a keyed hash of the
-- networks that asked for them: each has a part, so that new accounts leave the others theirs.
alter table text_days add column newcomer_texts integer not null default 0;
alter table text_days add column codes integer not null default 0;
alter table text_days add column code_networks jsonb not null default '{}';

-- A keyed hash of the number that the donor last confirmed: whose it was gets a code also when others asked for some.
alter table alert_preferences add column confirmed_number text;
