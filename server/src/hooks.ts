import type { Config } from './config.ts'
import { readAccountExport } from './features/account-export/account-export.ts'
import { createOfferHooks } from './features/alerts/hooks.ts'
import type { AlertMetrics } from './features/alerts/metrics.ts'
import { introduceAlertsLater } from './features/alerts/preferences/introduce-alerts.ts'
import { removePushDevicesOf } from './features/alerts/push/device-store.ts'
import { listAlertTimes } from './features/alerts/queries.ts'
import { removeRequesterFromAlerts } from './features/alerts/store.ts'
import { deleteTextsOfUser } from './features/alerts/texts/enqueue-texts.ts'
import type { BloodRequestHooks } from './features/blood-requests/hooks.ts'
import { listPostTimes } from './features/blood-requests/queries.ts'
import { restorePosts, setBloodRequestsHidden } from './features/blood-requests/store.ts'
import type { DonorHooks } from './features/donors/hooks.ts'
import { eraseImportedDonorOf, eraseImportedDonorOfUser } from './features/donors/imported/store.ts'
import { findDeactivation } from './features/donors/queries.ts'
import { setDeactivatedAt, setDonorHidden, setImported } from './features/donors/store.ts'
import { blankReveals } from './features/offers/contact-ledger/store.ts'
import type { OfferHooks } from './features/offers/hooks.ts'
import { createSettlements } from './features/offers/settlements.ts'
import { listReportTimes, listWaitingCases } from './features/reports/queries.ts'
import { discountReportsBy, returnCases } from './features/reports/store.ts'
import type { AccountHooks, HideRecords } from './identity/access/account-hooks.ts'
import { endShareOfNetwork } from './identity/access/mail-budget.ts'
import {
  createErasedAccounts,
  type ErasedAccountHooks,
  findEarlierDeactivation,
} from './identity/own-account/erased-accounts.ts'

/** What runs against the order of layers and features, one value for each that is acted upon. */
type Hooks = {
  accounts: AccountHooks
  donors: DonorHooks
  bloodRequests: BloodRequestHooks
  offers: OfferHooks
}

/** What of features outlives an erased account. */
export const ERASED_ACCOUNT_HOOKS: Omit<ErasedAccountHooks, 'hideRecords'> = {
  listPostTimes,
  restorePosts,
  listReportTimes,
  listWaitingCases,
  returnCases,
  listAlertTimes,
  findDeactivation,
}

type Options = { config: Config; authSecret: string; alertMetrics: AlertMetrics; now: () => Date }

export function createHooks({ config, authSecret, alertMetrics, now }: Options): Hooks {
  const settlements = createSettlements(config, now)
  const hideRecords: HideRecords = async (db, userId, { isHidden, actorId }) => {
    if (isHidden) await settlements.beforeSuspending(db, userId, actorId)
    await setDonorHidden(db, userId, isHidden)
    await setBloodRequestsHidden(db, userId, isHidden)
    // What the user has reported counts by itself no longer.
    if (isHidden) await discountReportsBy(db, userId)
  }
  const erasedAccounts = createErasedAccounts(authSecret, { ...ERASED_ACCOUNT_HOOKS, hideRecords })
  return {
    accounts: {
      async afterVerifying(db, userId) {
        await erasedAccounts.restore(db, userId)
        await endShareOfNetwork(db, userId)
      },
      endNotifications: removePushDevicesOf,
      async beforeErasing(db, userId) {
        await settlements.beforeErasing(db, userId)
        await removeRequesterFromAlerts(db, userId)
        await deleteTextsOfUser(db, userId)
      },
      afterErasing: blankReveals,
      async beforeErasingOwn(db, userId) {
        await erasedAccounts.record(db, userId, now())
        await eraseImportedDonorOfUser(db, userId)
      },
      hideRecords,
      readExport: readAccountExport(config, now),
    },
    donors: {
      async afterRegistering(db, { userId, email }) {
        await introduceAlertsLater(db, userId, now())
        // Only a verified address registers a donor, so the list was about this person.
        if (await eraseImportedDonorOf(db, email)) await setImported(db, userId)
        const deactivatedAt = await findEarlierDeactivation(db, userId)
        if (deactivatedAt) await setDeactivatedAt(db, userId, deactivatedAt)
      },
      afterEditing: settlements.afterEditingDonor,
      afterDeactivating: settlements.afterDeactivatingDonor,
    },
    bloodRequests: settlements.bloodRequests,
    offers: createOfferHooks(alertMetrics),
  }
}
