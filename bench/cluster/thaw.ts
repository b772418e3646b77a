import { setTimeout as pause } from 'node:timers/promises'
import type { MachineName } from './addresses.ts'
import { judgeCalls } from './calls.ts'
import { startLoad } from './load.ts'
import type { Site } from './site.ts'
import { compareWithStored, countActive } from './stored.ts'

const BEFORE_MS = 1_000
const WATCHED_MS = 8_000
const WHOLE_WITHIN_MS = 40_000

/**
 * Thaws a former primary under load, after another machine has become the primary.
 * @returns what happened, in words: it depends on the version of Patroni (docs/operations.md), not on the product
 */
export async function thaw(frozen: MachineName, site: Site): Promise<string> {
  const [former = frozen] = await site.proxy.seenPrimaries()
  const active = await site.onMachine(former, countActive)
  const load = startLoad({ ...site, label: 'thaw', active })
  await pause(BEFORE_MS)
  site.patroni.signal(frozen, 'SIGCONT')
  await pause(WATCHED_MS)
  await load.stop()
  const isWhole = await site.patroni.waitUntilWhole(WHOLE_WITHIN_MS).then(
    () => true,
    () => false,
  )
  const [primary = frozen] = await site.proxy.seenPrimaries()
  const { acknowledged, lost, doubled } = await site.onMachine(primary, db => compareWithStored(db, load))
  const { unexpected, staleReads } = judgeCalls(load.calls)
  const refused = load.calls.filter(({ status }) => status === 503).length
  return [
    `When it thawed: of ${acknowledged} writes acknowledged meanwhile ${lost} were lost and ${doubled} doubled`,
    `${refused} calls were refused with 503, ${unexpected.length} answers were unexpected, ${staleReads.length} reads stale`,
    primary === frozen ? 'it took the place of the primary again' : 'it became a standby',
    isWhole ? 'and the cluster was whole' : 'and the cluster had no synchronous standby any more',
  ].join('; ')
}
