import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import { site } from '../../../api/site.ts'
import { currentTime } from '../../../ui/browser/clock.ts'
import { calendarDateOf } from '../../../ui/records/dates.ts'
import type { CardFacts } from './facts.ts'

/** What the donor chose to show. */
type Shown = { name: boolean; donations: boolean; state: boolean }

/** A picture of a donor card. What is null is not on it. */
export type Picture = Pick<CardFacts, 'bloodGroup' | 'verification'> & {
  brandName: string
  name: string | null
  history: string | null
  /** The state, the ring, and the day on which they were true: nobody updates a picture. */
  state: string | null
  passed: number | null
  asOf: string | null
  /** Where the QR code leads. */
  url: string
  /** For screen readers. */
  description: string
}

export function pictureOf(facts: CardFacts, shown: Shown): Picture {
  const name = shown.name ? facts.fullName : null
  const history = shown.donations ? facts.history : null
  const state = shown.state ? facts.state.replace(/^You c/, 'C') : null
  const asOf = state && `As of ${formatCalendarDate(calendarDateOf(currentTime(), site.timeZone))}`
  const said = [name, `${withMinus(facts.bloodGroup)}, ${facts.verification}`, state, asOf, history]
  return {
    bloodGroup: facts.bloodGroup,
    verification: facts.verification,
    brandName: site.brandName,
    name,
    history,
    state,
    passed: shown.state ? facts.passed : null,
    asOf,
    url: `${window.location.origin}/register`,
    description: `Picture of your donor card: ${said.filter(Boolean).join('. ')}. QR code to register.`,
  }
}
