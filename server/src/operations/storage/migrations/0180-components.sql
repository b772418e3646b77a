-- What a request asks for: whole blood or red cells, platelets of one donor by machine, or platelets of several donors. A server
-- of before asks for blood. Offers, deletions and report cases keep it, as they keep the group, when the request is deleted.
alter table blood_requests
  add column component text not null default 'blood'
    check (component in ('blood', 'apheresis-platelets', 'pooled-platelets')),
  add column takes_other_groups boolean not null default false,  -- the hospital takes platelets of any group
  add constraint other_groups_are_of_platelets check (not takes_other_groups or component <> 'blood');
alter table offers add column component text not null default 'blood';
alter table request_deletions add column component text not null default 'blood';
alter table report_cases add column component text not null default 'blood';
