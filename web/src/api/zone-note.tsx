import { useIsHydrated } from '../ui/browser/after-hydration.tsx'
import { currentTime } from '../ui/browser/clock.ts'
import { formatDeviceMoment, formatMoment, formatOffset } from '../ui/records/dates.ts'
import { site } from './site.ts'

/**
 * Says beside a time that somebody enters that it is the university's, if the clock of this device shows another one then: by
 * its offset, not by the name of its zone.
 * @param at what was entered, `2026-03-01T09:05` or `2026-03-01`; empty for now
 */
export function ZoneNote({ at }: { at: string }) {
  const entered = new Date(at.length === 10 ? `${at}T00:00` : at)
  const moment = Number.isNaN(entered.getTime()) ? currentTime() : entered
  if (!useIsHydrated() || formatMoment(moment, site.timeZone) === formatDeviceMoment(moment)) return null
  return (
    <span>
      {` This is the time of ${site.timeZone} (${formatOffset(moment, site.timeZone)}), not of this device.`}
    </span>
  )
}
