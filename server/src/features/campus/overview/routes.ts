import { readCharts, readOverview } from '@blood-bank/contract/campus/overview'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { listNumberWarnings } from '../../../identity/numbers/store.ts'
import { type DiskSpace, readDiskSpace } from '../../../platform/disk-space.ts'
import { countMails } from '../../../platform/mail/outbox.ts'
import { listAlertWarnings } from '../../alerts/queries.ts'
import { countHeldBack } from '../../blood-requests/admin-queries.ts'
import { countImportedDonors } from '../../donors/imported/store.ts'
import { countWaitingCases } from '../../reports/queries.ts'
import { readDeliveryFaults } from './delivery-faults.ts'
import {
  computeCharts,
  computeCounts,
  countRecentUnits,
  countRequestsWithoutOffer,
  readDisputedDonations,
} from './store.ts'

/** Counts and charts; concurrent reads by several admins share one reply. */
export function overviewRoutes({ http, db, config, now, today }: Context): void {
  serve(
    http,
    readOverview,
    async () => ({
      ...(await computeCounts(db)),
      donorsToClaim: await countImportedDonors(db),
      unitsGiven: await countRecentUnits(db, today()),
      requestsWithoutOffer: await countRequestsWithoutOffer(db, now()),
      requestsHeldBack: await countHeldBack(db),
      disputedDonations: await readDisputedDonations(db),
      reportsWaiting: await countWaitingCases(db),
      deadMails: (await countMails(db)).dead,
      deliveryFaults: await readDeliveryFaults(db, { config, now: now() }),
      lowSpaceMegabytes: lowSpaceOf(await readDiskSpace(config)),
      isTimeZoneMissing: config.isTimeZoneMissing,
      numberWarnings: (await listNumberWarnings(db, now())).map(({ warnedAt, ...warning }) => ({
        ...warning,
        warnedAt: warnedAt.toISOString(),
      })),
      alertWarnings: await listAlertWarnings(db, now()),
    }),
    { isShared: true },
  )
  serve(http, readCharts, async () => computeCharts(db, { today: today(), timeZone: config.timeZone }), {
    isShared: true,
  })
}

const lowSpaceOf = (space: DiskSpace | null) => (space?.isLow ? space.freeMb : null)
