import { readCharts, readOverview } from '@blood-bank/contract/overview'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { countMails } from '../../mail/outbox.ts'
import { listNumberWarnings } from '../../numbers-sent/store.ts'
import { shareReading } from './share-reading.ts'
import { chartEverything, countEverything } from './store.ts'

/** Counts and charts, each read once for all admins who look. */
export function overviewRoutes({ http, db, config: { timeZone }, now }: Context): void {
  const counts = shareReading(
    async () => ({
      ...(await countEverything(db)),
      deadMails: (await countMails(db)).dead,
      numberWarnings: (await listNumberWarnings(db, now())).map(({ warnedAt, ...warning }) => ({
        ...warning,
        warnedAt: warnedAt.toISOString(),
      })),
    }),
    now,
  )
  const charts = shareReading(() => chartEverything(db, { now: now(), timeZone }), now)
  serve(http, readOverview, ({ req }) => counts(req.ownChange))
  serve(http, readCharts, ({ req }) => charts(req.ownChange))
}
