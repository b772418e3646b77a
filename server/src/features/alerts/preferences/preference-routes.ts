import type { AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import {
  type AlertPreferencesForm,
  changeAlertPreferences,
  readAlertPreferences,
  sendTestAlert,
} from '@blood-bank/contract/alerts/preferences'
import { SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { findDonorOfUser } from '../../donors/queries.ts'
import type { AlertMailKind } from '../mails.ts'
import { enqueueTestPushes } from '../push/enqueue-pushes.ts'
import { findAlertPreferences } from '../queries.ts'
import { currentPreferences } from '../view.ts'
import { changePreferences, endOfPause } from './change-preferences.ts'

/** What the signed-in donor chooses about alerts. */
export function alertPreferenceRoutes({ http, db, attemptLimits, config, now }: Context): void {
  const readPreferences = async (userId: string): Promise<AlertPreferences> =>
    currentPreferences(await findAlertPreferences(db, userId), now())

  serve(http, readAlertPreferences, async ({ actor: { id } }) => ({
    preferences: (await findDonorOfUser(db, id)) ? await readPreferences(id) : null,
  }))

  serve(http, changeAlertPreferences, async ({ body, actor: { id } }) => {
    const choice = { ...choiceOf(body), now: now() }
    const isDonor = await inTransaction(db, db => changePreferences(db, id, choice))
    if (!isDonor) throw refuse('alerts-for-donors')
    return readPreferences(id)
  })

  serve(http, sendTestAlert, async ({ actor }) => {
    if (!(await findDonorOfUser(db, actor.id))) throw refuse('alerts-for-donors')
    const { isAllowed, retryAfterSeconds } = await inTransaction(db, db => enqueueTestAlert(db, actor))
    if (!isAllowed) throw refuse('too-many-test-alerts', { retryAfterSeconds })
    return { message: SUCCESS_MESSAGES.testAlertSent }
  })

  async function enqueueTestAlert(db: Transaction, { id, email }: { id: string; email: string }) {
    const subject = `test alert to ${email}`
    const count = await attemptLimits.tryTake(db, [
      { limit: 'ownMailsPerQuarterHour', subject },
      { limit: 'ownMailsPerDay', subject },
    ])
    if (!count.isAllowed) return count
    await enqueueMail(db, 'test-alert' satisfies AlertMailKind, email, {
      aboutUserId: id,
      urgency: 'prompt',
    })
    await enqueueTestPushes(db, id)
    await changePreferences(db, id, { testedAt: now(), now: now() })
    return count
  }

  function choiceOf({
    isOn,
    frequency,
    nightsAllowed,
    alsoPlatelets,
    pause,
    pauseUntil,
  }: AlertPreferencesForm) {
    return {
      ...(isOn !== undefined && { isOn }),
      ...(frequency !== undefined && { frequency }),
      ...(nightsAllowed !== undefined && { nightsAllowed }),
      ...(alsoPlatelets !== undefined && { alsoPlatelets }),
      ...(pause !== undefined && {
        pausedUntil: endOfPause({ pause, pauseUntil }, { now: now(), timeZone: config.timeZone }),
      }),
    }
  }
}
