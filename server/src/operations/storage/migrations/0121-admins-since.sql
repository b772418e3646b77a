-- A session in the wrong hands must not become an admin's: it has the role once the password was given in it after this.
-- Null for admins of before.
alter table users add column admin_since timestamptz(3);
