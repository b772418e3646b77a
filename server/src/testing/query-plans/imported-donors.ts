import * as claims from '@blood-bank/contract/donors/claims'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { aDonor } from '../builders.ts'
import type { Person } from '../person.ts'
import type { Caller } from './caller.ts'

/** How many people of a large list have not claimed their profile yet. */
export const IMPORTED_DONORS = 5_000

/** Stores people of an imported list, and some of an earlier one whom housekeeping erases. */
export async function storeImportedDonors(owner: Database): Promise<void> {
  await sql`
    insert into imported_donors (
      email, full_name, university_id, university_role, department, blood_group, contact_number, token_hash,
      imported_at, expires_at)
    select 'listed-' || i || '@example.edu', 'Listed Donor ' || i, 'LISTED-' || i, 'student', 'Physics', 'O+',
           '+8801555123456', decode(md5(i::text), 'hex'), now() - interval '40 days',
           now() + case when i <= 3 then - interval '1 day' else interval '20 days' end
      from generate_series(1, ${sql.lit(IMPORTED_DONORS)}) i`.execute(owner)
  await sql`
    insert into declined_imports
    select md5(i::text), now() - i * interval '2 hours' from generate_series(1, ${sql.lit(IMPORTED_DONORS)}) i`.execute(
    owner,
  )
  await sql`vacuum (analyze) imported_donors, declined_imports`.execute(owner)
}

type People = {
  stranger: () => Person
  /** Imports a donor. @returns the token of the link that was sent */
  importDonor: (email: string) => Promise<string>
  /** Registers an account at an address. */
  register: (account: { email: string; password: string }) => Promise<unknown>
}

const PASSWORD = 'first-day-on-campus'

/** Calls every endpoint of the link to an imported donor. */
export async function claimProfiles(
  { call }: Caller,
  { stranger, importDonor, register }: People,
): Promise<void> {
  const profile = { ...aDonor(), password: PASSWORD }
  const token = await importDonor('claims@example.edu')
  await call(stranger(), claims.readImportedDonor, { body: { token } })
  await call(stranger(), claims.claimWithNewAccount, { body: { ...profile, token } })
  const email = 'registers@example.edu'
  const laterToken = await importDonor(email)
  await register({ email, password: PASSWORD })
  await call(stranger(), claims.claimForAccount, { body: { ...profile, token: laterToken } })
  const unwanted = await importDonor('declines@example.edu')
  await call(stranger(), claims.eraseImportedDonor, { body: { token: unwanted } })
}
