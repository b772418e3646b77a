import { CONSENT } from '@blood-bank/contract/own-account/consent'
import type pg from 'pg'
import { hashPassword } from '../../platform/secrets/hashes.ts'
import { ADMIN, DONOR, donorRow, drawAccount, MEMBER, userRow } from './accounts.ts'
import { bloodRequestRow } from './blood-requests.ts'
import { copyRows, type Rows, withoutIndexes } from './copy-rows.ts'
import { type Plan, planCampus } from './plan.ts'

/** The password of every account. */
const CAMPUS_PASSWORD = 'a-campus-of-many-thousands'

type KnownAccount = { id: string; email: string; password: string }

type Options = {
  /** 1: 50,000 members, 100,000 donors, 200,000 blood requests; all grow with it. */
  scale?: number
  /** The campus is the same for the same scale and moment, to the byte. */
  now?: Date
  /** Receives the duration of each step. */
  print?: (line: string) => void
}

/** The generated rows, in an order that satisfies the foreign keys. */
export const rowsOf = (plan: Plan) => ({
  users: { table: 'users', count: plan.accounts, draw: nth => userRow(plan, nth) } satisfies Rows<'users'>,
  donors: { table: 'donors', count: plan.donors, draw: nth => donorRow(plan, nth) } satisfies Rows<'donors'>,
  bloodRequests: {
    table: 'bloodRequests',
    count: plan.bloodRequests,
    draw: nth => bloodRequestRow(plan, nth),
  } satisfies Rows<'bloodRequests'>,
})

/**
 * Fills an empty, migrated database with a large campus and runs VACUUM and ANALYZE, so that plans and index-only scans
 * are those of a database in use.
 * @param client connected as the owner of the tables, without time-outs
 * @returns accounts for signing in: an admin; a member with exactly four blood requests and no profile; a donor
 */
export async function storeLargeCampus(
  client: pg.ClientBase,
  { scale = 1, now, print = () => {} }: Options = {},
) {
  const plan = planCampus({ scale, now: now ?? new Date() })
  const rows = rowsOf(plan)
  const step = createStepTimer(print)
  await withoutIndexes(client, async () => {
    await copyRows(client, rows.users)
    step('users')
    await storeCredentials(client)
    step('credentials and consents')
    await copyRows(client, rows.donors)
    step('donors')
    await copyRows(client, rows.bloodRequests)
    step('blood requests')
  })
  step('indexes')
  await client.query('vacuum (analyze)')
  step('vacuum and analyze')
  const known = (nth: number): KnownAccount => {
    const { id, email } = drawAccount(plan, nth)
    return { id, email, password: CAMPUS_PASSWORD }
  }
  return { admin: known(ADMIN), member: known(MEMBER), donor: known(DONOR) }
}

/** All accounts share one hash, because hashing is slow on purpose. */
async function storeCredentials(client: pg.ClientBase) {
  await client.query(
    'insert into credentials (user_id, password) select id, $1 from users order by created_at',
    [await hashPassword(CAMPUS_PASSWORD)],
  )
  await client.query(
    `insert into consents (user_id, version, agreed_at) select id, $1, created_at from users order by created_at`,
    [CONSENT.version],
  )
}

/** Prints after each step how long it took. */
function createStepTimer(print: (line: string) => void) {
  let start = performance.now()
  return (what: string) => {
    const end = performance.now()
    print(`${what}: ${((end - start) / 1000).toFixed(1)} s`)
    start = end
  }
}
