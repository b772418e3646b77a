import { readOverview } from '@blood-bank/contract/overview'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { countEverything } from './store.ts'

export function overviewRoutes({ http, db }: Context): void {
  serve(http, readOverview, () => countEverything(db))
}
