import type { DonorListing } from '@blood-bank/contract/donors/endpoints'
import type { CountedPage } from '@blood-bank/contract/paging'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { containsTextOrNumber } from '../../identity/numbers/contact-number.ts'
import type { Database } from '../../platform/database/connection.ts'
import { readCountedPage, type SortKey } from '../../platform/database/listing.ts'
import type { DonorRow } from './tables.ts'

type Listing = z.output<typeof DonorListing>

const SORT_KEYS: Record<Listing['sort'], SortKey> = {
  registeredAt: { by: sql`registered_at`, kind: 'time' },
  fullName: { by: sql`lower(full_name)`, kind: 'text' },
  department: { by: sql`lower(department)`, kind: 'text' },
  bloodGroup: { by: sql`blood_group`, kind: 'text' },
}

/** Reads one page of donors, filtered and sorted by an admin. */
export function listDonors(db: Database, listing: Listing): Promise<CountedPage<DonorRow>> {
  const { search, bloodGroup, isVerified, isProfileActive, isAvailable, sort } = listing
  const query = db
    .selectFrom('donors')
    .selectAll()
    .$if(search !== '', rest => rest.where(containsTextOrNumber(search)))
    .$if(bloodGroup !== undefined, rest => rest.where('bloodGroup', '=', bloodGroup as never))
    .$if(isVerified !== undefined, rest => rest.where('isVerified', '=', isVerified as never))
    .$if(isProfileActive !== undefined, rest => rest.where('isProfileActive', '=', isProfileActive as never))
    .$if(isAvailable !== undefined, rest => rest.where('isAvailable', '=', isAvailable as never))
  return readCountedPage(query, { ...listing, key: SORT_KEYS[sort] })
}
