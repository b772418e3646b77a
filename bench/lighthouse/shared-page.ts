import type pg from 'pg'

const CODE = '0'.repeat(26)

/** The public page of a blood request. */
export const SHARED_PAGE = `/r/${CODE}`

/** Makes a public page for the newest active blood request. */
export async function storeSharedPage(db: pg.ClientBase): Promise<void> {
  await db.query(
    `insert into share_pages (code, blood_request_id)
     select $1, id from blood_requests where status = 'active' and not is_hidden order by requested_at desc limit 1`,
    [CODE],
  )
}
