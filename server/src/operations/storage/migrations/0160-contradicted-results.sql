-- Whether a donor says that they gave although the requester said that the hospital could not take them: counted for admins.
alter table offers add column result_contradicted boolean not null default false;
create index contradicted_results on offers (settled_at) where result_contradicted;
