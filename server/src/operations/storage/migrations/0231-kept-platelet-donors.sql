-- The last donation of platelets by machine, after which kept donors rest for other days than after one of blood, as those with
-- an account do.
alter table kept_donors add column recorded_platelets_date date;
create or replace view agreed_donors_to_call as
  select id, full_name, department, batch, hall_id, blood_group, contact_number, ask_for, last_donation_date, rests_until,
    kept_by, consent_kind, consented_at, expires_at, recorded_platelets_date
  from kept_donors where state = 'agreed';
