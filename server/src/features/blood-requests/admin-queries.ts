import type { BloodRequestListing } from '@blood-bank/contract/blood-requests/administration'
import type { CountedPage } from '@blood-bank/contract/listing'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Database } from '../../platform/database/connection.ts'
import { countMatching, readCountedPage, type SortKey } from '../../platform/database/listing.ts'
import { containsTextOrNumber } from '../contact-numbers/contact-number.ts'
import type { BloodRequestRow } from './tables.ts'

/** What an admin asks for; `isWithoutOffer` finds what `offers` asks for. */
type Listing = z.output<typeof BloodRequestListing> & { isWithoutOffer: RawBuilder<SqlBool> }

const SORT_KEYS: Record<Listing['sort'], SortKey> = {
  requestedAt: { by: sql`requested_at`, kind: 'time' },
  patientName: { by: sql`lower(patient_name)`, kind: 'text' },
  hospitalName: { by: sql`lower(hospital_name)`, kind: 'text' },
  requiredBloodGroup: { by: sql`required_blood_group`, kind: 'text' },
}

/** Whether nobody is asked for an active request, because many new members have asked. */
const isHeldBack = () => sql<SqlBool>`(status = 'active' and held_back_at is not null)`

export const countHeldBack = (db: Database): Promise<number> =>
  countMatching(db.selectFrom('bloodRequests').where(isHeldBack()))

/** Reads one page of blood requests, filtered and sorted by an admin. */
export function listBloodRequests(db: Database, listing: Listing): Promise<CountedPage<BloodRequestRow>> {
  const { search, status, urgency, requiredBloodGroup, offers, alerts, isWithoutOffer, sort } = listing
  const query = db
    .selectFrom('bloodRequests')
    .selectAll()
    .$if(search !== '', rest => rest.where(containsTextOrNumber(search)))
    .$if(status !== undefined, rest => rest.where('status', '=', status as never))
    .$if(urgency !== undefined, rest => rest.where('urgency', '=', urgency as never))
    .$if(requiredBloodGroup !== undefined, rest =>
      rest.where('requiredBloodGroup', '=', requiredBloodGroup as never),
    )
    .$if(offers !== undefined, rest => rest.where(isWithoutOffer))
    .$if(alerts !== undefined, rest => rest.where(isHeldBack()))
  return readCountedPage(query, { ...listing, key: SORT_KEYS[sort] })
}
