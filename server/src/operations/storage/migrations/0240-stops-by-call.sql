-- Who said in a call that nobody should call them again, for the minute until they are erased: few rows, read by every list.
create index stops_by_call on donor_calls (kept_donor_id) where result = 'not-again';
