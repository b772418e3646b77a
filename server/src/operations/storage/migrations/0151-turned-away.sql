-- What became of a released offer, if it was more than that the donor was not needed: the hospital could not take them. No reason
-- is stored. A column beside the status, so that a server of before reads such an offer as released.
alter table offers
  add column result text check (result in ('turned-away')),
  add column result_by text check (result_by in ('donor', 'requester', 'admin')),
  add column result_undone boolean not null default false,  -- it can be undone once
  add constraint results_are_of_released_offers check (result is null or status = 'released'),
  add constraint results_are_said_by_somebody check ((result is null) = (result_by is null));
