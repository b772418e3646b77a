import { formatMoment } from '../ui/records/dates.ts'
import { site } from './site.ts'

type Props = {
  /** A timestamp in ISO 8601. */
  at: string
  className?: string | undefined
}

/** When something was or will be, in the time zone of the site: "Mar 1, 2026, 9:05 AM" (spec §9). */
export const Moment = ({ at, className }: Props) => (
  <time className={className} dateTime={at}>
    {formatMoment(at, site.timeZone)}
  </time>
)
