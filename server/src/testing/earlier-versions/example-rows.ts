import type pg from 'pg'

/** How many people of the demo campus stay beside those whom one can sign in as, and beside whom they deal with. */
const OTHERS = 6

/** People who are on the other side of an offer. */
const WITH_OFFERS = `
  select offers.user_id from offers
    join blood_requests request on request.id = offers.blood_request_id
    join logins on logins.id = request.user_id
  union
  select request.user_id from offers
    join logins on logins.id = offers.user_id
    join blood_requests request on request.id = offers.blood_request_id`

/**
 * Deletes most people of the demo campus and what belongs to them, so that its backup has a few kB.
 * @param client connected as a superuser
 * @param emails who stays in any case
 */
export async function keepExampleRows(client: pg.Client, emails: string[]): Promise<void> {
  await client.query('begin')
  await client.query(
    `create temporary table logins on commit drop as select id from users where email = any ($1)`,
    [emails],
  )
  await client.query(`
    create temporary table kept on commit drop as
    select id from logins
    union (select id from users where id not in (select id from logins) order by id limit ${OTHERS})
    union (${WITH_OFFERS})`)
  // A standing offer needs its request.
  await client.query(`
    delete from offers where user_id not in (select id from kept) or blood_request_id in (
      select id from blood_requests where user_id not in (select id from kept))`)
  // One after the other, as the product erases people: what belongs to two of them is then kept consistent.
  await client.query(`
    do $$ declare erased uuid; begin
      for erased in select id from users where id not in (select id from kept) loop
        delete from users where id = erased;
      end loop;
    end $$`)
  // The ledger can only be added to; what is left of people who were deleted is removed as a superuser may.
  await client.query('set local session_replication_role = replica')
  await client.query('delete from contact_reveals where owner_id is null or viewer_id is null')
  await client.query('commit')
}
