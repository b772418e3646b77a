-- When somebody who had stopped was asked by text message once more: only once, as nobody's telephone is a target.
alter table declined_imports add column asked_at timestamptz(3);
