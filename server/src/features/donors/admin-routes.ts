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
import { inTransaction } from '../../platform/database/connection.ts'
import { withTotal } from '../../platform/database/counted-page.ts'
import { refuse } from '../../platform/refuse.ts'
import * as queries from './admin-queries.ts'
import { lockDonor, setAdminFields } from './store.ts'
import { donorForAdmins, donorForExport } from './view.ts'

/** Manage Donors: list, export, verification, activation. */
export function donorAdminRoutes({ http, db, config, recordSecurityEvent, now }: Context): void {
  const { defaultPhoneCountry: country, timeZone } = config
  serve(http, listDonors, async ({ query }) => {
    const page = await withTotal(await queries.listDonors(db, query), {
      after: query.after,
      count: () => queries.countDonors(db, query),
    })
    return { ...page, records: page.records.map(donor => donorForAdmins(donor, country)) }
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
      rowOf: donor => donorForExport(donor, config),
    }),
  )

  serve(http, verifyDonor, ({ params: { id }, body, actor }) =>
    change(id, actor.id, donor => ({
      fields: body,
      action: 'donor-verified',
      before: { isVerified: donor.isVerified },
    })),
  )

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
      await recordAction(db, { actorId, action, targetId: id, before, after: { ...fields } })
      return donorForAdmins(changed, country)
    })
}

type DonorState = { isVerified: boolean; isProfileActive: boolean }
