import {
  activateDonor,
  type DonorListing,
  type DonorRecord,
  exportDonors,
  listDonors,
  verifyDonor,
} from '@blood-bank/contract/donors/administration'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { type VerificationOutcome, verifyDonors } from '@blood-bank/contract/donors/verifications'
import type { CountedPage } from '@blood-bank/contract/listing'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { exportRecords } from '../../identity/audit/export-records.ts'
import { recordActions } from '../../identity/audit/record-action.ts'
import { type Database, inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { readCountedPage, type SortKey } from '../../platform/database/listing.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { containsTextOrNumber } from '../contact-numbers/contact-number.ts'
import type { DonorHooks } from './hooks.ts'
import { cancelUnsentNotices, notifyDonors } from './owner-mails.ts'
import { type Flag, lockDonors, setFlag } from './store.ts'
import type { DonorRow } from './tables.ts'
import { donorForAdmins, donorForExport } from './view.ts'

/** Manage Donors: list, export, verification, activation. */
export function donorAdminRoutes(
  { http, db, config, recordSecurityEvent, now, today }: Context,
  { afterDeactivating }: DonorHooks,
): void {
  const { timeZone } = config
  const viewOptions = () => ({
    country: config.defaultPhoneCountry,
    ...config.intervals,
    today: today(),
  })
  serve(http, listDonors, async ({ query }) => {
    const page = await listForAdmins(db, query)
    return { ...page, records: page.records.map(donor => donorForAdmins(donor, viewOptions())) }
  })

  serve(http, exportDonors, ({ query, actor }) =>
    exportRecords(db, {
      actorId: actor.id,
      recordSecurityEvent,
      what: 'donors',
      now: now(),
      timeZone,
      list: (db, place) => listForAdmins(db, { ...query, ...place }),
      rowOf: donor => donorForExport(donor, { timeZone, ...viewOptions() }),
    }),
  )

  serve(http, verifyDonor, ({ params: { id }, body: { isVerified, bloodGroup }, actor }) =>
    change('isVerified', { id, value: isVerified, actorId: actor.id, bloodGroup }),
  )

  serve(http, verifyDonors, async ({ body: { ids, isVerified, bloodGroups = [] }, actor }) => {
    const checkedGroups = new Map(bloodGroups.map((group, at) => [ids[at] ?? '', group]))
    const change = { ids, value: isVerified, actorId: actor.id, now: now(), checkedGroups }
    const { donors, changedIds, otherGroupIds } = await inTransaction(db, db =>
      changeFlag(db, 'isVerified', change),
    )
    const outcomeOf = (id: string): VerificationOutcome => {
      if (changedIds.includes(id)) return 'changed'
      if (otherGroupIds.includes(id)) return 'other-group'
      return donors.some(donor => donor.id === id) ? 'already' : 'gone'
    }
    return { outcomes: [...new Set(ids)].map(id => ({ id, outcome: outcomeOf(id) })) }
  })

  serve(http, activateDonor, ({ params: { id }, body: { isProfileActive }, actor }) =>
    change('isProfileActive', { id, value: isProfileActive, actorId: actor.id }),
  )

  const change = (
    flag: Flag,
    { id, bloodGroup, ...rest }: { id: string; value: boolean; actorId: string; bloodGroup?: BloodGroup },
  ): Promise<DonorRecord> =>
    inTransaction(db, async db => {
      const checkedGroups = new Map(bloodGroup && [[id, bloodGroup]])
      const { donors, otherGroupIds } = await changeFlag(db, flag, {
        ids: [id],
        ...rest,
        now: now(),
        checkedGroups,
      })
      const [donor] = donors
      if (!donor) throw refuse('donor-gone')
      if (otherGroupIds.length > 0) throw refuse('blood-group-changed')
      if (!donor.isProfileActive) await afterDeactivating(db, donor, rest.actorId)
      return donorForAdmins(donor, viewOptions())
    })
}

const ACTIONS = { isVerified: 'donor-verified', isProfileActive: 'donor-activated' } as const

type Change = {
  ids: string[]
  value: boolean
  actorId: string
  now: Date
  /** The groups that the admin has checked, by the id of the donor. */
  checkedGroups?: ReadonlyMap<string, BloodGroup>
}

/**
 * Sets a flag of donors, all or none, with an audit entry and an email for each whose flag was different. If the email
 * about the opposite change still waits, it is cancelled and nothing is sent: for the donor nothing has changed. Whoever
 * has another blood group than the checked one is left as they are.
 * @returns the donors who still exist, as they are then, and the ids of those whose flag or whose group was different
 */
async function changeFlag(
  db: Transaction,
  flag: Flag,
  { ids, value, actorId, now, checkedGroups }: Change,
): Promise<{ donors: DonorRow[]; changedIds: string[]; otherGroupIds: string[] }> {
  const found = await lockDonors(db, ids)
  const hasOtherGroup = ({ id, bloodGroup }: DonorRow) =>
    (checkedGroups?.get(id) ?? bloodGroup) !== bloodGroup
  const otherGroupIds = found.filter(hasOtherGroup).map(({ id }) => id)
  const changedIds = found.filter(donor => donor[flag] !== value && !hasOtherGroup(donor)).map(({ id }) => id)
  if (changedIds.length === 0) return { donors: found, changedIds, otherGroupIds }
  const undoneIds = await cancelUnsentNotices(db, flag, changedIds)
  const changed = await setFlag(db, flag, { ids: changedIds, value, undoneIds, now })
  await recordActions(
    db,
    changedIds.map(targetId => ({
      actorId,
      action: ACTIONS[flag],
      targetId,
      before: { [flag]: !value },
      after: { [flag]: value },
    })),
  )
  const isNotifiedLater = ({ id, userId }: DonorRow) => !undoneIds.includes(id) && userId !== actorId
  await notifyDonors(db, flag, { donors: changed.filter(isNotifiedLater), causedBy: actorId })
  const unchanged = found.filter(({ id }) => !changedIds.includes(id))
  return { donors: [...changed, ...unchanged], changedIds, otherGroupIds }
}

type Listing = z.output<typeof DonorListing>

const SORT_KEYS: Record<Listing['sort'], SortKey> = {
  registeredAt: { by: sql`registered_at`, kind: 'time' },
  fullName: { by: sql`lower(full_name)`, kind: 'text' },
  department: { by: sql`lower(department)`, kind: 'text' },
  bloodGroup: { by: sql`blood_group`, kind: 'text' },
}

/** Reads one page of donors, filtered and sorted by an admin. */
function listForAdmins(db: Database, listing: Listing): Promise<CountedPage<DonorRow>> {
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
