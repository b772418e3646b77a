import { describeRetention } from '@blood-bank/contract/personal-data/retention'
import { readSite, type Site } from '@blood-bank/contract/site/endpoints'
import { VERSION } from '../../config/version.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'

/** The part of the configuration that pages may read. */
export const siteOf = (config: Config): Site => ({
  version: VERSION,
  brandName: config.brandName,
  clubName: config.clubName,
  clubLinks: config.clubLinks,
  contactUrl: config.contactUrl,
  hotlineNumber: config.hotlineNumber,
  donorRules: config.donorRules,
  sendsTexts: config.textMessages !== null,
  shortestPassword: config.accounts.minPasswordLength,
  timeZone: config.timeZone,
  retention: describeRetention({ ...config.limits, sendsTexts: config.textMessages !== null }),
  tokenSync: config.tokenSync,
})

export function siteRoutes({ http, config }: Context): void {
  serve(http, readSite, async () => siteOf(config))
}
