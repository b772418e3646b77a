import { promisify } from 'node:util'
import { SECOND_MS } from '@blood-bank/contract/durations'
import type { PageRead } from '@blood-bank/contract/pages/rendering'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createContext } from './app-context.ts'
import { answerRoutes } from './features/alerts/answers/answer-routes.ts'
import { alertPreferenceRoutes } from './features/alerts/preferences/preference-routes.ts'
import { unsubscribeRoutes } from './features/alerts/preferences/unsubscribe-routes.ts'
import { alertProgressRoutes } from './features/alerts/progress-routes.ts'
import { pushDeviceRoutes } from './features/alerts/push/device-routes.ts'
import { createTextCodes } from './features/alerts/texts/codes.ts'
import { textNumberRoutes } from './features/alerts/texts/number-routes.ts'
import { createUnsubscribeTokens } from './features/alerts/unsubscribe-tokens.ts'
import { bloodRequestAdminRoutes } from './features/blood-requests/admin-routes.ts'
import { auditNames } from './features/blood-requests/audit-names.ts'
import { confirmationRoutes } from './features/blood-requests/confirmations/routes.ts'
import { hospitalRoutes } from './features/blood-requests/hospitals/routes.ts'
import { bloodRequestManagingRoutes } from './features/blood-requests/managing-routes.ts'
import { requestDeletionRoutes } from './features/blood-requests/owner-notices/routes.ts'
import { publicPageRoutes } from './features/blood-requests/public-page/routes.ts'
import { bloodRequestRoutes } from './features/blood-requests/routes.ts'
import { shareRoutes } from './features/blood-requests/sharing/routes.ts'
import { donorAdminRoutes } from './features/donors/admin-routes.ts'
import { createImportOptOuts } from './features/donors/imported/opt-outs.ts'
import { claimRoutes } from './features/donors/imported/routes.ts'
import { createDonorCheck } from './features/donors/queries.ts'
import { donorRoutes } from './features/donors/routes.ts'
import { donorSearchRoutes } from './features/donors/search.ts'
import { liveRoutes } from './features/live/routes.ts'
import { contactLedgerRoutes } from './features/offers/contact-ledger/routes.ts'
import { donationRoutes } from './features/offers/donation-routes.ts'
import { offerRoutes } from './features/offers/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { campusFigureRoutes } from './features/site/figures.ts'
import { firstRunRoutes } from './features/site/first-run.ts'
import { overviewRoutes } from './features/site/overview/routes.ts'
import { posterRoutes } from './features/site/poster.ts'
import { siteOf, siteRoutes } from './features/site/routes.ts'
import { termSummaryRoutes } from './features/site/term-summary.ts'
import { thanksRoutes } from './features/thanks/routes.ts'
import { stopThankYous } from './features/thanks/store.ts'
import { createHooks } from './hooks.ts'
import { setCaller } from './identity/access/caller.ts'
import { auditLogRoutes } from './identity/audit/routes.ts'
import { addressCorrectionRoutes } from './identity/own-account/address-correction.ts'
import { passkeyRoutes } from './identity/own-account/passkey-routes.ts'
import { registrationRoutes } from './identity/own-account/registration-routes.ts'
import { ownAccountRoutes } from './identity/own-account/routes.ts'
import { mailLinkRoutes } from './identity/passwords/link-routes.ts'
import { sessionRoutes } from './identity/sessions/routes.ts'
import { createTokenKeys } from './identity/sessions/token-keys.ts'
import { tokenSyncRoutes } from './identity/sessions/token-routes.ts'
import { userRoutes } from './identity/users/routes.ts'
import { serveMetrics } from './operations/metrics/metrics.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { serveHealth } from './platform/http/health.ts'
import { findAsset } from './platform/http/pages/find-asset.ts'
import { servePages } from './platform/http/pages/pages.ts'
import { serveSecurityText } from './platform/http/security-text.ts'
import { createServer } from './platform/http/server.ts'
import { serveMailbox } from './platform/mail/mailbox.ts'
import { createPushKeys } from './platform/push/push-keys.ts'

/** Builds the server, ready to listen. Every part receives its dependencies as values. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, log, pool, db, authSecret, pagesFolder, now, clockDifference = () => 0 } = options
  const { maxPageWaitMs: maxWaitMs = SECOND_MS } = options
  const app = createServer(config, log)
  const { context, register, alertMetrics } = createContext(app, options)
  const hooks = createHooks({ config, authSecret, alertMetrics, now })
  serveHealth(app, db, config, clockDifference)
  serveSecurityText(app, config, now)
  // On a public site it would tell strangers what there is to try; a local server of the same version has it.
  if (!config.isPublic) serveDocumentation(app, context.http.admitCall)
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
    claimRoutes(context, { ...hooks.accounts, ...hooks.donors }, createImportOptOuts(authSecret))

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
    contactLedgerRoutes(context)

    alertProgressRoutes(context, authSecret)
    alertPreferenceRoutes(context)
    answerRoutes(context, hooks.offers, alertMetrics)
    pushDeviceRoutes(context, createPushKeys({ db, secret: authSecret, log }))
    textNumberRoutes(context, createTextCodes({ ...context, authSecret }))
    unsubscribeRoutes(context, createUnsubscribeTokens(authSecret), { stopThankYous })
    thanksRoutes(context)

    reportRoutes(context, { ...hooks.bloodRequests, ...hooks.accounts })

    siteRoutes(context)
    campusFigureRoutes(context)
    overviewRoutes(context)
    firstRunRoutes(context)
    posterRoutes(context, publicPageFiles)
    termSummaryRoutes(context)
    liveRoutes(context, { pool, log, register })
  })
  const catchesSomething = config.mail.smtpUrl === null || config.textMessages?.gateway === 'mailbox'
  if (catchesSomething && !config.isProduction) serveMailbox(app, db, config)
  if (pagesFolder !== null) {
    const { http } = context
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
      findPerson: async (req, reply, isAnswered) => {
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
        return {
          session: JSON.parse(text),
          read,
          countsNumbers: ({ path }) => readOf(path).countsNumbers,
        }
      },
    })
  }
  return app
}
