-- The owner's list, a cached reply, says when a thank-you arrives, until it has.
create trigger blood_requests_thanks_change after update of thank_you_due_at on blood_requests
  for each statement execute function count_change('blood_requests_changes');
