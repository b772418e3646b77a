import {
  eraseKeptDonors,
  exportKeptDonors,
  keptDonorsErasedMessage,
} from '@blood-bank/contract/kept-donors/by-number'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { recordAction } from '../../../identity/audit/record-action.ts'
import { inTransaction } from '../../../platform/database/connection.ts'
import { callableNumber } from '../../contact-numbers/contact-number.ts'
import type { OptOuts } from '../opt-outs.ts'
import { stopNumber } from '../stops.ts'
import { keptDonorForExport } from './view.ts'

/** What admins do for somebody without an account who asks for their data, or to be erased. */
export function keptNumberRoutes({ http, db, config, now }: Context, optOuts: OptOuts): void {
  const { defaultPhoneCountry: country } = config

  serve(http, exportKeptDonors, ({ body, actor }) =>
    inTransaction(db, async db => {
      const contactNumber = callableNumber(body.contactNumber, country)
      const rows = await db
        .selectFrom('keptDonors')
        .selectAll()
        .where('contactNumber', '=', contactNumber)
        .orderBy('id')
        .execute()
      await recordAction(db, {
        actorId: actor.id,
        action: 'exported',
        targetId: null,
        before: null,
        after: { what: 'kept-donors', records: rows.length },
      })
      const donors = []
      for (const row of rows) donors.push(await keptDonorForExport(db, row, country))
      return { donors }
    }),
  )

  serve(http, eraseKeptDonors, async ({ body, actor }) => {
    const contactNumber = callableNumber(body.contactNumber, country)
    const count = await inTransaction(db, async db => {
      const ids = await stopNumber(db, contactNumber, { optOuts, now: now() })
      for (const targetId of ids)
        await recordAction(db, {
          actorId: actor.id,
          action: 'kept-donor-stopped',
          targetId,
          before: null,
          after: null,
        })
      return ids.length
    })
    return { message: keptDonorsErasedMessage(count) }
  })
}
