-- Providers deliver name+anything@ to name@, so one mailbox has any number of addresses, and is what stands for a person.
-- The addresses of accounts have no quoted local part, and no second @. One that begins with + is a mailbox of its own.
alter table users add column mailbox text not null
  generated always as (regexp_replace(email, '^([^+@]+)[+][^@]*@', '\1@')) stored;
create index users_by_mailbox on users (mailbox);

-- A keyed hash of the network from which the account was registered: two accounts of one network can be one person.
alter table users add column registered_network text;
