import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import {
  activateDonor,
  type DonorRecord,
  exportDonors,
  listDonors,
  verifyDonor,
} from '@blood-bank/contract/donors/endpoints'
import { type VerificationOutcome, verifyDonors } from '@blood-bank/contract/donors/verifications'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { exportRecords } from '../../identity/audit/export-records.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import * as queries from './admin-queries.ts'
import { changeFlag } from './changing-flags.ts'
import type { DonorHooks } from './hooks.ts'
import type { Flag } from './store.ts'
import { donorForAdmins, donorForExport } from './view.ts'

/** Manage Donors: list, export, verification, activation. */
export function donorAdminRoutes(
  { http, db, config, recordSecurityEvent, now, today }: Context,
  { afterDeactivating }: DonorHooks,
): void {
  const { timeZone } = config
  const viewOptions = () => ({
    country: config.defaultPhoneCountry,
    intervalDays: config.donationIntervalDays,
    today: today(),
  })
  serve(http, listDonors, async ({ query }) => {
    const page = await queries.listDonors(db, query)
    return { ...page, records: page.records.map(donor => donorForAdmins(donor, viewOptions())) }
  })

  serve(http, exportDonors, ({ query, actor }) =>
    exportRecords(db, {
      actorId: actor.id,
      recordSecurityEvent,
      what: 'donors',
      now: now(),
      timeZone,
      list: (db, place) => queries.listDonors(db, { ...query, ...place }),
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
