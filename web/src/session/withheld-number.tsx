import { NUMBER_IS_WITHHELD, numberWithheldUntilMessage } from '@blood-bank/contract/contact-numbers/withheld'
import { site } from '../api/site.ts'
import { formatMoment } from '../ui/records/dates.ts'
import { actorOf, useSession } from './session.ts'

/** What stands in place of a number that its reader must not see yet. */
export function WithheldNumber({ until }: { until: string | undefined }) {
  const emailVerified = actorOf(useSession())?.emailVerified === true
  const text =
    until === undefined
      ? NUMBER_IS_WITHHELD
      : numberWithheldUntilMessage(formatMoment(until, site.timeZone), { emailVerified })
  return <span>{text}</span>
}
