-- What was given: blood, or platelets by machine. A server of before records blood, and counts platelets as blood: its donors
-- rest too long, never too briefly. One donation of a donor a day, as before: `donation_of_day` is what those servers insert by.
alter table donations
  add column component text not null default 'blood' check (component in ('blood', 'apheresis-platelets'));
-- Of the last donation of platelets that was recorded here. The other dates of a donor are of blood.
alter table donors add column recorded_platelets_date date;
