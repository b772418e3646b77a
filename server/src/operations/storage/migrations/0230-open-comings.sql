-- Who is coming, or came, and of whom nobody has said what became of it: the list of donors to call asks for them each time.
create index open_comings on donor_calls (kept_donor_id)
  where result = 'coming' and outcome is null and kept_donor_id is not null;
