import { readBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import * as sharing from '@blood-bank/contract/blood-requests/share-pages'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { aBloodRequest } from '../builders.ts'
import type { Person } from '../person.ts'
import type { Caller, WithLabel } from './caller.ts'

/** Stores a public page for every tenth blood request. */
export async function storeSharePages(owner: Database): Promise<void> {
  await sql`
    insert into share_pages (code, blood_request_id)
    select substr(md5(id::text), 1, 26), id
      from (select id, row_number() over (order by requested_at) as nth from blood_requests) b
     where nth % 10 = 0`.execute(owner)
  await sql`vacuum (analyze) share_pages`.execute(owner)
}

type People = { requester: Person; stranger: Person; withLabel: WithLabel }

/** Calls every endpoint of public pages, opens one, and follows it as a member. */
export async function sharePage({ call }: Caller, { requester, stranger, withLabel }: People): Promise<void> {
  const { body: posted } = await call(requester, postBloodRequest, { body: aBloodRequest() })
  const params = { id: posted.id }
  const { body } = await call(requester, sharing.createSharePage, { params })
  await call(requester, sharing.readSharePage, { params })
  await withLabel('GET /r/:code', () => stranger.send('GET', new URL(body.url).pathname))
  await call(requester, readBloodRequest, { params })
  await call(requester, sharing.revokeSharePage, { params })
}
