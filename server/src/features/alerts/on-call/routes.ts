import { type OnCall, readOnCall, setOnCall } from '@blood-bank/contract/alerts/on-call'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { findCoordinators } from '../../../identity/coordinators/store.ts'
import { refuseField } from '../../../platform/http/refuse.ts'
import { callableNumber, formatContactNumber } from '../../contact-numbers/contact-number.ts'
import { findOwnNumber } from '../../donors/queries.ts'
import { findNames } from '../../kept-donors/queries.ts'
import { beginOnCall, endOnCall, findOnCall, nextMorning } from './store.ts'

/** Coordinators and admins, who coordinate all halls by their role, switch themselves on call and off again. */
export function onCallRoutes({ http, db, config, now }: Context): void {
  const { defaultPhoneCountry: country, timeZone } = config

  serve(http, readOnCall, ({ actor }) => present(actor))

  serve(http, setOnCall, async ({ body: { isOnCall, contactNumber }, actor }) => {
    if (isOnCall) await begin(actor, contactNumber)
    else await endOnCall(db, actor.id, now())
    return present(actor)
  })

  async function begin(actor: User, typed: string | undefined) {
    const contactNumber = typed ? callableNumber(typed, country) : await findOwnNumber(db, actor.id)
    if (!contactNumber) throw refuseField('contactNumber', 'on-call-number-needed')
    await beginOnCall(db, { userId: actor.id, contactNumber, endsAt: await endOf(actor), now: now() })
  }

  async function endOf(actor: User): Promise<Date> {
    const morning = nextMorning(now(), timeZone)
    const right = (await findCoordinators(db, [actor.id], now())).get(actor.id)
    return right && right.endsAt < morning ? right.endsAt : morning
  }

  async function present(actor: User): Promise<OnCall> {
    const onCall = await findOnCall(db, actor.id, now())
    const contactNumber = onCall?.contactNumber ?? (await findOwnNumber(db, actor.id))
    return {
      until: onCall?.endsAt.toISOString() ?? null,
      wouldEndAt: (await endOf(actor)).toISOString(),
      name: (await findNames(db, [actor.id]))(actor.id) ?? '',
      contactNumber: contactNumber && formatContactNumber(contactNumber, country),
    }
  }
}
