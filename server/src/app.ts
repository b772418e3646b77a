import { promisify } from 'node:util'
import { SECOND_MS } from '@blood-bank/contract/durations'
import type { PageRead } from '@blood-bank/contract/pages/rendering'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import type pg from 'pg'
import type { Registry } from 'prom-client'
import { readAccountExport } from './features/account-export/account-export.ts'
import { answerRoutes } from './features/alerts/answers/answer-routes.ts'
import { sendAnswerLink } from './features/alerts/call-link.ts'
import type { AlertMetrics } from './features/alerts/metrics.ts'
import { onCallRoutes } from './features/alerts/on-call/routes.ts'
import { introduceAlertsLater } from './features/alerts/preferences/introduce-alerts.ts'
import { alertPreferenceRoutes } from './features/alerts/preferences/preference-routes.ts'
import { unsubscribeRoutes } from './features/alerts/preferences/unsubscribe-routes.ts'
import { alertProgressRoutes } from './features/alerts/progress-routes.ts'
import { pushDeviceRoutes } from './features/alerts/push/device-routes.ts'
import { removePushDevicesOf } from './features/alerts/push/device-store.ts'
import { findAlertPreferences, listAlertTimes } from './features/alerts/queries.ts'
import { answerYes, removeRequesterFromAlerts } from './features/alerts/store.ts'
import type { TextCodes } from './features/alerts/texts/codes.ts'
import { deleteTextsOfUser } from './features/alerts/texts/enqueue-texts.ts'
import { textNumberRoutes } from './features/alerts/texts/number-routes.ts'
import { createUnsubscribeTokens } from './features/alerts/unsubscribe-tokens.ts'
import { bloodRequestAdminRoutes } from './features/blood-requests/admin-routes.ts'
import { auditNames } from './features/blood-requests/audit-names.ts'
import { confirmationRoutes } from './features/blood-requests/confirmations/routes.ts'
import type { BloodRequestHooks } from './features/blood-requests/hooks.ts'
import { hospitalRoutes } from './features/blood-requests/hospitals/routes.ts'
import { bloodRequestManagingRoutes } from './features/blood-requests/managing-routes.ts'
import { requestDeletionRoutes } from './features/blood-requests/owner-notices/routes.ts'
import { publicPageRoutes } from './features/blood-requests/public-page/routes.ts'
import { listPostTimes } from './features/blood-requests/queries.ts'
import { bloodRequestRoutes } from './features/blood-requests/routes.ts'
import { shareRoutes } from './features/blood-requests/sharing/routes.ts'
import { restorePosts, setBloodRequestsHidden } from './features/blood-requests/store.ts'
import { listNumbersSent, restoreNumbersSent } from './features/contact-numbers/store.ts'
import { donorAdminRoutes } from './features/donors/admin-routes.ts'
import type { DonorHooks } from './features/donors/hooks.ts'
import { createDonorCheck, findDeactivation } from './features/donors/queries.ts'
import { donorRoutes } from './features/donors/routes.ts'
import { donorSearchRoutes } from './features/donors/search.ts'
import { setDeactivatedAt, setDonorHidden, setImported } from './features/donors/store.ts'
import { hallRoutes } from './features/halls/routes.ts'
import { type HallHooks, requireHall } from './features/halls/store.ts'
import type { DonorCallHooks } from './features/kept-donors/calls/noting.ts'
import { donorCallRoutes } from './features/kept-donors/calls/routes.ts'
import { claimRoutes } from './features/kept-donors/claims/routes.ts'
import { eraseImportedDonorOf, eraseImportedDonorOfUser } from './features/kept-donors/claims/store.ts'
import { endComingsNotedBy } from './features/kept-donors/comings.ts'
import { keptNumberRoutes } from './features/kept-donors/consent/by-number.ts'
import { keptPageRoutes } from './features/kept-donors/consent/routes.ts'
import { createOptOuts } from './features/kept-donors/opt-outs.ts'
import { keptDonorRoutes } from './features/kept-donors/routes.ts'
import { clearHallOfKept } from './features/kept-donors/store.ts'
import { liveRoutes } from './features/live/routes.ts'
import { contactLedgerRoutes } from './features/offers/contact-ledger/routes.ts'
import { blankReveals } from './features/offers/contact-ledger/store.ts'
import { donationRoutes } from './features/offers/donation-routes.ts'
import type { OfferHooks } from './features/offers/hooks.ts'
import { restLinkRoutes } from './features/offers/rest-links.ts'
import { offerRoutes } from './features/offers/routes.ts'
import { createSettlements } from './features/offers/settlements.ts'
import { listReportTimes, listWaitingCases } from './features/reports/queries.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { discountReportsBy, returnCases } from './features/reports/store.ts'
import { campusFigureRoutes } from './features/site/figures.ts'
import { overviewRoutes } from './features/site/overview/routes.ts'
import { posterRoutes } from './features/site/poster.ts'
import { siteOf, siteRoutes } from './features/site/routes.ts'
import { termSummaryRoutes } from './features/site/term-summary.ts'
import { thanksRoutes } from './features/thanks/routes.ts'
import { stopThankYous } from './features/thanks/store.ts'
import type { AccountHooks, HideRecords } from './identity/access/account-hooks.ts'
import { setCaller } from './identity/access/caller.ts'
import type { Http } from './identity/access/context.ts'
import { endShareOfNetwork } from './identity/access/mail-budget.ts'
import { auditLogRoutes } from './identity/audit/routes.ts'
import { addressCorrectionRoutes } from './identity/own-account/address-correction.ts'
import {
  createErasedAccounts,
  type ErasedAccountHooks,
  findEarlierDeactivation,
} from './identity/own-account/erased-accounts.ts'
import { passkeyRoutes } from './identity/own-account/passkey-routes.ts'
import { registrationRoutes } from './identity/own-account/registration-routes.ts'
import { ownAccountRoutes } from './identity/own-account/routes.ts'
import { mailLinkRoutes } from './identity/passwords/link-routes.ts'
import { sessionRoutes } from './identity/sessions/routes.ts'
import type { SessionContext } from './identity/sessions/session-context.ts'
import { createTokenKeys, tokenSyncRoutes } from './identity/sessions/token-sync.ts'
import { endCoordinatorsOfHall } from './identity/users/coordinators.ts'
import { userRoutes } from './identity/users/routes.ts'
import { serveMetrics } from './operations/metrics/metrics.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { serveHealth } from './platform/http/health.ts'
import type { Log } from './platform/http/log.ts'
import { findAsset } from './platform/http/pages/find-asset.ts'
import { servePages } from './platform/http/pages/pages.ts'
import { serveSecurityText } from './platform/http/security-text.ts'
import { serveMailbox } from './platform/mail/mailbox.ts'
import { createPushKeys } from './platform/push/push-keys.ts'

/** What the server, the jobs and the planner of a process share. */
export type AppContext = SessionContext & {
  log: Log
  pool: pg.Pool
  authSecret: string
  /** The metrics that are recorded. */
  register: Registry
  alertMetrics: AlertMetrics
  textCodes: TextCodes
  /** By how many seconds this machine's clock is ahead of `now`. */
  clockDifference: () => number
}

type Pages = {
  /** The folder of the built pages; null to serve only the API. */
  pagesFolder: string | null
  /** How long a page waits for its data. Without, it says that access is being verified, and the browser asks. */
  maxPageWaitMs?: number
}

/** Registers everything that the server answers. It is then ready to listen. */
export async function registerRoutes(
  context: AppContext,
  { pagesFolder, maxPageWaitMs: maxWaitMs = SECOND_MS }: Pages,
): Promise<void> {
  const { config, log, pool, db, http, authSecret, now, register, alertMetrics, clockDifference } = context
  const { app } = http
  const hooks = createHooks(context)
  const optOuts = createOptOuts(authSecret)
  serveHealth(app, db, config, clockDifference)
  serveSecurityText(app, config, now)
  // On a public site it would tell strangers what there is to try; a local server of the same version has it.
  if (!config.isPublic) serveDocumentation(app, http.admitCall)
  serveMetrics(app, { register, pool, db, config, now, clockDifference })
  // The documentation plugin collects routes as they are registered, so it must be loaded first.
  await app.register(async () => {
    registrationRoutes(context)
    mailLinkRoutes(context, hooks.accounts)
    sessionRoutes(context, hooks.accounts)
    tokenSyncRoutes(context, createTokenKeys(db, authSecret))
    passkeyRoutes(context)
    ownAccountRoutes(context, hooks.accounts)
    addressCorrectionRoutes(context, hooks.accounts)
    userRoutes(context, hooks.accounts)
    auditLogRoutes(context, auditNames)

    donorRoutes(context, hooks.donors)
    donorSearchRoutes(context)
    donorAdminRoutes(context, hooks.donors)
    hallRoutes(context, hooks.halls)

    bloodRequestRoutes(context, hooks.bloodRequests)
    bloodRequestManagingRoutes(context, hooks.bloodRequests)
    bloodRequestAdminRoutes(context, hooks.bloodRequests)
    requestDeletionRoutes(context)
    confirmationRoutes(context, hooks.bloodRequests)
    hospitalRoutes(context)
    shareRoutes(context)
    const publicPageFiles = {
      styleSheet: pagesFolder && findAsset(pagesFolder, 'share-page-*.css'),
      font: pagesFolder && findAsset(pagesFolder, 'figtree-latin-wght-*.woff2'),
    }
    publicPageRoutes(context, hooks.bloodRequests, publicPageFiles)

    offerRoutes(context, hooks.offers)
    donationRoutes(context)
    restLinkRoutes(context, authSecret)
    contactLedgerRoutes(context)
    keptDonorRoutes(context, optOuts)
    donorCallRoutes(context, hooks.donorCalls)
    claimRoutes(context, { ...hooks.accounts, ...hooks.donors }, optOuts)
    keptPageRoutes(context, { authSecret, optOuts })
    keptNumberRoutes(context, optOuts)

    alertProgressRoutes(context, authSecret)
    onCallRoutes(context)
    alertPreferenceRoutes(context)
    answerRoutes(context, hooks.offers, alertMetrics)
    pushDeviceRoutes(context, createPushKeys({ db, secret: authSecret, log }))
    textNumberRoutes(context, context.textCodes, optOuts)
    unsubscribeRoutes(context, createUnsubscribeTokens(authSecret), { stopThankYous })
    thanksRoutes(context)

    reportRoutes(context, { ...hooks.bloodRequests, ...hooks.accounts })

    siteRoutes(context)
    campusFigureRoutes(context)
    overviewRoutes(context)
    posterRoutes(context, publicPageFiles)
    termSummaryRoutes(context)
    liveRoutes(context, { pool, log, register })
  })
  const catchesSomething = config.mail.smtpUrl === null || config.textMessages?.gateway === 'mailbox'
  if (catchesSomething && !config.isProduction) serveMailbox(app, db, config)
  if (pagesFolder !== null) {
    await servePages(app, {
      folder: pagesFolder,
      site: siteOf(config),
      publicUrl: config.publicUrl,
      now,
      metrics: register,
      isWithoutDonors: createDonorCheck(db, now),
      maxWaitMs,
      // Long before calls are refused.
      maxDelayMs: config.limits.eventLoopDelayMs / 10,
      findPerson: createPersonLookup(http),
    })
  }
}

/** Finds whoever asks for a page, and what answers the page's reads with their rights. */
const createPersonLookup =
  (http: Http): Parameters<typeof servePages>[1]['findPerson'] =>
  async (req, reply, isAnswered) => {
    const caller = await http.resolveCaller(req)
    if (caller.isSuspended) return null
    setCaller(req, caller)
    // Slots that are taken after the reply would never be released.
    if (isAnswered()) return null
    if (caller.user) await promisify(http.admitCall)(req, reply)
    const readOf = (path: string) => {
      const read = http.reads.get(path)
      if (!read) throw new Error(`${path} is not for pages.`)
      return read
    }
    const read = ({ path, ...inputs }: PageRead) => readOf(path)({ caller, req, ...inputs })
    const { text } = await read({ path: readSession.path, params: {}, query: {} })
    return { session: JSON.parse(text), read, countsNumbers: ({ path }) => readOf(path).countsNumbers }
  }

/** What runs against the order of layers and features, one value for each that is acted upon. */
type Hooks = {
  accounts: AccountHooks
  donors: DonorHooks
  halls: HallHooks
  bloodRequests: BloodRequestHooks
  offers: OfferHooks
  donorCalls: DonorCallHooks
}

/** What of features outlives an erased account. */
export const ERASED_ACCOUNT_HOOKS: Omit<ErasedAccountHooks, 'hideRecords'> = {
  listPostTimes,
  restorePosts,
  listNumbersSent,
  restoreNumbersSent,
  listReportTimes,
  listWaitingCases,
  returnCases,
  listAlertTimes,
  findDeactivation,
}

/** What earlier layers and features call of later ones, in their own transactions. */
function createHooks({
  config,
  authSecret,
  alertMetrics,
  now,
}: Pick<AppContext, 'config' | 'authSecret' | 'alertMetrics' | 'now'>): Hooks {
  const settlements = createSettlements(config, now)
  const optOuts = createOptOuts(authSecret)
  const hideRecords: HideRecords = async (db, userId, { isHidden, actorId }) => {
    if (isHidden) {
      await settlements.beforeSuspending(db, userId, actorId)
      await endComingsNotedBy(db, userId, now())
    }
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
      requireHall,
      readExport: readAccountExport(config, now),
    },
    donors: {
      async afterRegistering(db, { userId, email, contactNumber }) {
        await introduceAlertsLater(db, userId, now())
        // Only a verified address registers a donor, so the list was about this person.
        if (await eraseImportedDonorOf(db, email)) await setImported(db, userId)
        // Their own word, by which they take back that they did not want to be on a list, or called.
        for (const subject of [email, contactNumber]) await optOuts.forget(db, subject)
        const deactivatedAt = await findEarlierDeactivation(db, userId)
        if (deactivatedAt) await setDeactivatedAt(db, userId, deactivatedAt)
      },
      afterEditing: settlements.afterEditingDonor,
      afterDeactivating: settlements.afterDeactivatingDonor,
    },
    halls: {
      beforeHallDeleted: (db, hallId, adminId) =>
        endCoordinatorsOfHall(db, { hallId, actorId: adminId, now: now(), timeZone: config.timeZone }),
      clearHall: clearHallOfKept,
    },
    bloodRequests: settlements.bloodRequests,
    donorCalls: { sendAnswerLink },
    offers: {
      answerAlert: answerYes,
      acceptsPlatelets: async (db, userId) =>
        (await findAlertPreferences(db, userId))?.alsoPlatelets ?? false,
      recordOffer({ isAnswer, minutesToFirst }) {
        if (isAnswer) alertMetrics.recordAnswer('yes')
        if (minutesToFirst !== null) alertMetrics.recordFirstOffer(minutesToFirst)
      },
    },
  }
}
