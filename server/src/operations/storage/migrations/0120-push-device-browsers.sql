-- Whoever signs out everywhere else ends notifications there, and keeps those of this browser: what its device cookie calls it.
alter table push_devices add column browser text;
