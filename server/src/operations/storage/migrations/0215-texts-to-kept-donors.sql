-- Of a day's text messages, those to people whom the club keeps without an account.
alter table text_days add column kept_texts int not null default 0 check (kept_texts >= 0);
