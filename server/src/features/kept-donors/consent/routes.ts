import {
  agreeToBeKept,
  correctOwnKeptDonor,
  KEPT_DONOR_STOPPED,
  readOwnKeptDonor,
  stopBeingKept,
} from '@blood-bank/contract/kept-donors/own-page'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { requireLastDonation } from '../../donors/profile-form.ts'
import { requireHall } from '../../halls/store.ts'
import type { OptOuts } from '../opt-outs.ts'
import { stopKeptDonors } from '../stops.ts'
import { lockNumbers, updateKeptDonor } from '../store.ts'
import type { KeptDonorRow } from '../tables.ts'
import { createKeptTokens } from './links.ts'
import { agreeByLink, findDonorOfPage, lockDonorOfPage } from './store.ts'
import { keptDonorForOwner } from './view.ts'

type Options = { authSecret: string; optOuts: OptOuts }

/**
 * The page of a kept donor: see what the club keeps, who has looked, agree, correct, stop. The token is the credential:
 * nobody signs in, and reading changes nothing.
 */
export function keptPageRoutes(
  { http, db, config, now, today }: Context,
  { authSecret, optOuts }: Options,
): void {
  const tokens = createKeptTokens(authSecret)
  const country = config.defaultPhoneCountry

  serve(http, readOwnKeptDonor, async ({ body: { token } }) => {
    const donor = await tokens.find(token, id => findDonorOfPage(db, id, now()))
    return keptDonorForOwner(db, found(donor), country)
  })

  serve(http, agreeToBeKept, ({ body: { token } }) =>
    inTransaction(db, async db => {
      const { id, state, contactNumber } = await lock(db, token)
      await agreeByLink(db, id, now())
      // Their own word. Whoever had agreed before does not speak for others who share the number, and said stop.
      if (state === 'waiting') await optOuts.forget(db, contactNumber)
      return presentAgain(db, id)
    }),
  )

  serve(http, correctOwnKeptDonor, ({ body: { token, ...form } }) => {
    requireLastDonation(form, today())
    return inTransaction(db, async db => {
      if (form.hallId) await requireHall(db, form.hallId)
      const { id } = await lock(db, token)
      await updateKeptDonor(db, id, form)
      return presentAgain(db, id)
    })
  })

  serve(http, stopBeingKept, async ({ body: { token } }) => {
    await inTransaction(db, async db => {
      const { contactNumber } = found(await tokens.find(token, id => findDonorOfPage(db, id, now())))
      await lockNumbers(db, [contactNumber])
      const { id } = await lock(db, token)
      await stopKeptDonors(db, [id], { optOuts, now: now() })
    })
    return { message: KEPT_DONOR_STOPPED }
  })

  const lock = async (db: Transaction, token: string): Promise<KeptDonorRow> =>
    found(await tokens.find(token, id => lockDonorOfPage(db, id, now())))

  const presentAgain = async (db: Transaction, id: string) =>
    keptDonorForOwner(db, found(await findDonorOfPage(db, id, now())), country)
}

/** @throws Refusal kept-link-not-valid */
function found(donor: KeptDonorRow | null): KeptDonorRow {
  if (!donor) throw refuse('kept-link-not-valid')
  return donor
}
