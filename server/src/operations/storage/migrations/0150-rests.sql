-- The day before which a donor asked not to be asked: private, and null without such a wish. A donor can be asked from the later
-- one of it and the end of the interval since their last donation.
alter table donors add column rests_until date;
