import { readSite, type Site } from '@blood-bank/contract/site'
import type { Config } from '../../config.ts'
import type { Context } from '../../identity/endpoints/context.ts'
import { serve } from '../../identity/endpoints/serve.ts'

/** What the pages may know of the configuration. */
export const siteOf = (config: Config): Site => ({
  brandName: config.brandName,
  clubName: config.clubName,
  clubLinks: config.clubLinks,
  shortestPassword: config.accounts.minPasswordLength,
  timeZone: config.timeZone,
  tokenSync: config.tokenSync,
})

/** What stands in the HTML itself, for whoever reads it without our script: `{{brandName}}` and the like. */
export const templateValues = ({
  brandName,
  clubName,
  clubLinks,
  publicUrl,
}: Config): Record<string, string | null> => ({
  brandName,
  clubName,
  ...clubLinks,
  publicUrl,
})

export function siteRoutes({ http, config }: Context): void {
  serve(http, readSite, async () => siteOf(config))
}
