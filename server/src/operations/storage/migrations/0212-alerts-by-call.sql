-- Somebody with an account told a coordinator on the phone that they come: they get the link to answer, of whatever choice, and in
-- no wave.
alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check check (kind in ('wave', 'replacement', 'call'));
