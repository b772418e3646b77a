/**
 * Whom to ask for a blood request, as one would write it first: all candidates, sorted. $1 the groups that can give, in
 * order, $2 the owner, $3 the latest date of donation with which somebody can donate, $4 the request, $5 how many.
 */
export const NAIVE_CANDIDATES = `
  select donors.user_id, donors.blood_group, donors.last_alerted_at
    from donors
    join users on users.id = donors.user_id
    left join alert_preferences choice on choice.user_id = donors.user_id
   where donors.blood_group = any ($1) and is_available and is_profile_active and not is_hidden
     and email_verified and alerts_from <= now() and donors.user_id <> $2
     and coalesce(latest_donation_date, '-infinity') <= $3::date
     and not exists (select from offers where offers.user_id = donors.user_id and status = 'offered')
     and not exists (select from alerts where alerts.user_id = donors.user_id and blood_request_id = $4)
     and (select count(*) from alerts
           where alerts.user_id = donors.user_id
             and alerted_at > now() - case choice.frequency when 'one-a-month' then interval '30 days' else interval '7 days' end)
         < case choice.frequency when 'as-needed' then 7 when 'one-a-week' then 1 when 'one-a-month' then 1 else 2 end
   order by array_position($1, donors.blood_group), last_alerted_at nulls first, random()
   limit $5`
