import * as halls from '@blood-bank/contract/halls/endpoints'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { countDonorsOfHalls } from '../donors/queries.ts'
import { setHall } from '../donors/store.ts'
import { donorForOwner } from '../donors/view.ts'
import { deleteHall, type HallHooks, insertHall, listHalls, requireHall, updateHall } from './store.ts'

/** The halls: admins keep the list, a donor chooses from it. */
export function hallRoutes(
  { http, db, config, today }: Context,
  { beforeHallDeleted, clearHall }: HallHooks,
): void {
  const { defaultPhoneCountry: country, intervals } = config

  serve(http, halls.listHalls, async () => ({ halls: await listHalls(db) }))

  serve(http, halls.setOwnHall, ({ body: { hallId }, actor }) =>
    inTransaction(db, async db => {
      if (hallId !== null) await requireHall(db, hallId)
      const donor = await setHall(db, actor.id, hallId)
      if (!donor) throw refuse('donor-not-found')
      return donorForOwner(donor, { country, ...intervals, today: today() })
    }),
  )

  serve(http, halls.listHallRecords, async () => {
    const donors = await countDonorsOfHalls(db)
    return { halls: (await listHalls(db)).map(hall => ({ ...hall, donors: donors.get(hall.id) ?? 0 })) }
  })

  serve(http, halls.addHall, ({ body, actor }) =>
    inTransaction(db, async db => {
      const hall = await insertHall(db, body)
      await recordAction(db, {
        actorId: actor.id,
        action: 'hall-added',
        targetId: hall.id,
        before: null,
        after: { name: hall.name },
      })
      return hall
    }),
  )

  serve(http, halls.renameHall, ({ params: { id }, body, actor }) =>
    inTransaction(db, async db => {
      const renamed = await updateHall(db, id, body)
      if (!renamed) throw refuse('hall-not-found')
      const { before, after } = renamed
      if (before.name !== after.name)
        await recordAction(db, {
          actorId: actor.id,
          action: 'hall-renamed',
          targetId: id,
          before: { name: before.name },
          after: { name: after.name },
        })
      return after
    }),
  )

  serve(http, halls.deleteHall, ({ params: { id }, actor }) =>
    inTransaction(db, async db => {
      await beforeHallDeleted(db, id, actor.id)
      const hall = await deleteHall(db, id, clearHall)
      if (!hall) throw refuse('hall-not-found')
      await recordAction(db, {
        actorId: actor.id,
        action: 'hall-deleted',
        targetId: id,
        before: { name: hall.name },
        after: null,
      })
      return undefined
    }),
  )
}
