-- Who is also asked for platelets by machine, and the time of the alert whose email invited them to it, once.
alter table alert_preferences
  add column also_platelets boolean not null default false,
  add column platelets_invited_at timestamptz(3);
create index platelet_donors on alert_preferences (user_id) where also_platelets;
