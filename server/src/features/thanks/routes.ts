import * as thanks from '@blood-bank/contract/thanks/endpoints'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { findDonorOfUser } from '../donors/queries.ts'
import { chooseThankYou } from './choosing.ts'
import { findThankYouStop } from './queries.ts'
import { removeThankYouStop, stopThankYous } from './store.ts'

/** Thank-yous: what the owner of a fulfilled request chooses, and whether a donor gets them. */
export function thanksRoutes({ http, db, config: { timeZone }, now }: Context): void {
  serve(http, thanks.chooseThankYou, ({ params: { id }, body: { sentence }, actor }) => {
    const choice = { bloodRequestId: id, actorId: actor.id, sentence, now: now(), timeZone }
    return inTransaction(db, db => chooseThankYou(db, choice))
  })

  serve(http, thanks.readThankYouPreference, async ({ actor: { id } }) => ({
    isOn: (await findDonorOfUser(db, id)) ? (await findThankYouStop(db, id)) === null : null,
  }))

  serve(http, thanks.changeThankYouPreference, async ({ body: { isOn }, actor: { id } }) => {
    if (!(await findDonorOfUser(db, id))) throw refuse('thank-yous-for-donors')
    if (isOn) await removeThankYouStop(db, id)
    else await stopThankYous(db, id, now())
    return { isOn }
  })
}
