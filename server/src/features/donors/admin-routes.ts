import { verifyDonors } from '@blood-bank/contract/donor-verifications'
import {
  activateDonor,
  type DonorRecord,
  exportDonors,
  listDonors,
  verifyDonor,
} from '@blood-bank/contract/donors'
import { exportRecords } from '../../identity/audit/export-records.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import type { Context } from '../../identity/endpoints/context.ts'
import { serve } from '../../identity/endpoints/serve.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { withTotal } from '../../platform/database/counted-page.ts'
import { refuse } from '../../platform/refuse.ts'
import * as queries from './admin-queries.ts'
import { lockDonor, setAdminFields } from './store.ts'
import type { DonorRow } from './tables.ts'
import { verifyMany } from './verifying.ts'
import { donorForAdmins, donorForExport } from './view.ts'

/** Called in the transaction that has made a donor profile inactive. */
export type AfterDeactivating = (db: Database, donor: DonorRow) => Promise<void>

/** Manage Donors: list, export, verification, activation. */
export function donorAdminRoutes(
  { http, db, config, recordSecurityEvent, now, today }: Context,
  afterDeactivating: AfterDeactivating,
): void {
  const { timeZone } = config
  const viewOptions = () => ({
    country: config.defaultPhoneCountry,
    intervalDays: config.donationIntervalDays,
    today: today(),
  })
  serve(http, listDonors, async ({ query }) => {
    const page = await withTotal(await queries.listDonors(db, query), {
      after: query.after,
      count: () => queries.countDonors(db, query),
    })
    return { ...page, records: page.records.map(donor => donorForAdmins(donor, viewOptions())) }
  })

  serve(http, exportDonors, ({ query, actor }) =>
    exportRecords(db, {
      actorId: actor.id,
      recordSecurityEvent,
      what: 'donors',
      now: now(),
      timeZone,
      count: db => queries.countDonors(db, query),
      list: (db, place) => queries.listDonors(db, { ...query, ...place }),
      rowOf: donor => donorForExport(donor, { timeZone, ...viewOptions() }),
    }),
  )

  serve(http, verifyDonor, ({ params: { id }, body, actor }) =>
    change(id, actor.id, donor => ({
      fields: body,
      action: 'donor-verified',
      before: { isVerified: donor.isVerified },
    })),
  )

  serve(http, verifyDonors, async ({ body, actor }) => ({
    outcomes: await verifyMany(db, { ...body, actorId: actor.id }),
  }))

  serve(http, activateDonor, ({ params: { id }, body, actor }) =>
    change(id, actor.id, donor => ({
      fields: body,
      action: 'donor-activated',
      before: { isProfileActive: donor.isProfileActive },
    })),
  )

  type Change = {
    fields: Parameters<typeof setAdminFields>[2]
    action: 'donor-verified' | 'donor-activated'
    before: Record<string, boolean>
  }

  const change = (
    id: string,
    actorId: string,
    changeOf: (donor: DonorState) => Change,
  ): Promise<DonorRecord> =>
    inTransaction(db, async db => {
      const donor = await lockDonor(db, id)
      if (!donor) throw refuse('donor-gone')
      const { fields, action, before } = changeOf(donor)
      const changed = await setAdminFields(db, id, fields)
      if (!changed.isProfileActive) await afterDeactivating(db, changed)
      await recordAction(db, { actorId, action, targetId: id, before, after: { ...fields } })
      return donorForAdmins(changed, viewOptions())
    })
}

type DonorState = { isVerified: boolean; isProfileActive: boolean }
