-- The deletion of a hall ends the right of its coordinators, as none means all halls: the product ends it before, and tells
-- them; whoever is named at the same moment goes with the hall.
alter table coordinators add foreign key (hall_id) references halls on delete cascade;
create index coordinators_by_hall on coordinators (hall_id);
