import { readOverview } from '@blood-bank/contract/overview'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { countMails } from '../../mail/outbox.ts'
import { countEverything } from './store.ts'

export function overviewRoutes({ http, db }: Context): void {
  serve(http, readOverview, async () => ({
    ...(await countEverything(db)),
    deadMails: (await countMails(db)).dead,
  }))
}
