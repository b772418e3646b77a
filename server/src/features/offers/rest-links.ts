import { addDays, formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import { DAY_MS } from '@blood-bank/contract/durations'
import {
  chooseRest,
  REST_DAYS,
  REST_LINK_DAYS,
  type RestChoice,
} from '@blood-bank/contract/offers/turned-away'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { createKeyedHash } from '../../platform/secrets/hashes.ts'
import { createIdTokens } from '../../platform/secrets/id-tokens.ts'
import { lockDonorOfUser, setAvailability, setRest } from '../donors/store.ts'
import { findOffer, isTurnedAway } from './queries.ts'
import type { OfferRow } from './tables.ts'

/** The tokens of the link in the email to a donor whom the hospital could not take: the id of the offer and its hash. */
export const createRestTokens = (authSecret: string) => createIdTokens(createKeyedHash(authSecret, 'resting'))

/** Whether that link still works: what became of the request does not matter. */
export const isRestLinkAlive = (offer: OfferRow, now: Date): boolean =>
  isTurnedAway(offer) &&
  offer.settledAt !== null &&
  now < new Date(offer.settledAt.getTime() + REST_LINK_DAYS * DAY_MS)

/**
 * Lets donors who were turned away choose when they may be asked again. The token is the credential: nobody has to sign in, no
 * cookie is read, and nothing else is possible with it.
 */
export function restLinkRoutes({ http, db, now, today }: Context, authSecret: string): void {
  const tokens = createRestTokens(authSecret)

  serve(http, chooseRest, async ({ body: { token, rest }, req }) => {
    const id = tokens.read(token)
    const message = id && (await inTransaction(db, db => choose(db, id, rest)))
    req.hasFoundNothing = !message
    if (!message) throw refuse('rest-link-not-valid')
    return { message }
  })

  /** @returns what to tell the donor; null when the link does not work any more */
  async function choose(db: Transaction, offerId: string, rest: RestChoice): Promise<string | null> {
    const found = await findOffer(db, offerId)
    const donor = found && (await lockDonorOfUser(db, found.userId, 'for update'))
    // Read again: whoever says otherwise about the offer has locked the donor before.
    const offer = donor && (await findOffer(db, offerId))
    if (!offer || !isRestLinkAlive(offer, now())) return null
    const days = REST_DAYS[rest]
    const until = days === null ? null : addDays(today(), days)
    await setRest(db, offer.userId, until)
    if (until !== null)
      return `Done. We won't ask you before ${formatCalendarDate(until)}.${donor.isAvailable ? '' : ` ${TURN_ON}`}`
    await setAvailability(db, offer.userId, false)
    return `Done. We won't ask you until you say so. ${TURN_ON}`
  }
}

const TURN_ON = 'To be asked again, turn on “Available to donate” on your dashboard.'
