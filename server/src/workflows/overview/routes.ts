import { readCharts, readOverview } from '@blood-bank/contract/overview'
import { listNumberWarnings } from '../../identity/numbers-sent/store.ts'
import type { Context } from '../../identity/serving/context.ts'
import { serve } from '../../identity/serving/serve.ts'
import { countMails } from '../../platform/mail/outbox.ts'
import { shareReading } from './share-reading.ts'
import { chartEverything, countEverything } from './store.ts'

/** Counts and charts, each read once for all admins who look. */
export function overviewRoutes({ http, db, config: { timeZone }, now, today }: Context): void {
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
  const charts = shareReading(() => chartEverything(db, { today: today(), timeZone }), now)
  serve(http, readOverview, counts)
  serve(http, readCharts, charts)
}
