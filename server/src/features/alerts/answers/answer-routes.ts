import * as answers from '@blood-bank/contract/alerts/answers'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyRequest } from 'fastify'
import { serve } from '../../../identity/access/serve.ts'
import type { SessionContext } from '../../../identity/sessions/session-context.ts'
import { formatUsDate } from '../../../platform/clock/local-time.ts'
import { inTransaction } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { findPublicPlace } from '../../blood-requests/hospitals/public-place.ts'
import type { OfferHooks } from '../../offers/hooks.ts'
import { readProgress } from '../../offers/queries.ts'
import { offerForDonor } from '../../offers/view.ts'
import { findAlertOfLink } from '../links.ts'
import type { AlertMetrics } from '../metrics.ts'
import { changePreferences, endOfPause } from '../preferences/change-preferences.ts'
import { setAlertShown } from '../store.ts'
import { stopTexts } from '../texts/numbers.ts'
import { askedAlertForReading } from '../view.ts'
import {
  acceptAlert,
  currentAnswer,
  declineAlert,
  type OpenAlert,
  requireOpenAlert,
  sayOnTheWay,
} from './answering.ts'

/**
 * What the link in an alert leads to: read what it asks, answer, pause alerts. The token is in the body, as URLs get into
 * logs. One of 128 bits cannot be guessed.
 */
export function answerRoutes(
  { http, db, config, devices, now, today }: SessionContext,
  hooks: OfferHooks,
  alertMetrics: AlertMetrics,
): void {
  const { timeZone, intervals, defaultPhoneCountry: country } = config
  type Caller = { actor: User | null; req: FastifyRequest }

  const isDonor = async ({ alert: { userId, email } }: OpenAlert, { actor, req }: Caller) =>
    actor?.id === userId || (await devices.find(req, email)) !== null

  /** @param hasProof whether the call contained what only the donor knows */
  async function present(open: OpenAlert, { hasProof, ...caller }: Caller & { hasProof: boolean }) {
    const { bloodRequest } = open
    const { fullName: donorName, allowContactVisibility } = open.alert
    const { offer, ...answer } = currentAnswer(open)
    const isKnown = await isDonor(open, caller)
    const isShown = offer && donorName !== null && (isKnown || hasProof)
    return askedAlertForReading(bloodRequest, {
      // Who has the forwarded email reads on the page no more than in it.
      place: isShown
        ? { hospital: bloodRequest.hospitalName, location: bloodRequest.hospitalLocation }
        : await findPublicPlace(db, bloodRequest, now()),
      progress: open.progress ?? (await readProgress(db, [bloodRequest.id])).get(bloodRequest.id),
      ...answer,
      isDonor: isKnown,
      showsNumber: allowContactVisibility === true,
      ownOffer: isShown
        ? { ...offerForDonor(offer, { bloodRequest, country, now: now() }), donorName }
        : null,
    })
  }

  serve(http, answers.readAskedAlert, async ({ body: { token }, ...caller }) =>
    present(await requireOpenAlert(db, token), { ...caller, hasProof: false }),
  )

  serve(
    http,
    answers.acceptAlert,
    async ({ body: { token, digits = null, universityId = null }, ...caller }) => {
      const open = await requireOpenAlert(db, token)
      const proof = { token, digits, universityId, isDonor: await isDonor(open, caller) }
      const refusal = await inTransaction(db, db =>
        acceptAlert(db, { ...proof, day: { ...intervals, today: today() }, hooks, now: now() }),
      )
      // Thrown after what was wrong was counted.
      if (refusal) throw refusal
      return present(await requireOpenAlert(db, token), { ...caller, hasProof: true })
    },
  )

  serve(
    http,
    answers.sayOnTheWayByAlert,
    async ({ body: { token, digits = null, universityId = null, minutes }, ...caller }) => {
      const open = await requireOpenAlert(db, token)
      const proof = { token, digits, universityId, isDonor: await isDonor(open, caller) }
      const refusal = await inTransaction(db, db => sayOnTheWay(db, { ...proof, minutes, now: now() }))
      if (refusal) throw refusal
      return present(await requireOpenAlert(db, token), { ...caller, hasProof: true })
    },
  )

  serve(http, answers.declineAlert, async ({ body: { token }, ...caller }) => {
    const declined = await declineAlert(db, token, { now: now(), alertMetrics })
    return present(declined, { ...caller, hasProof: false })
  })

  serve(http, answers.stopTextsByAlert, async ({ body: { token } }) => {
    const alert = await findAlertOfLink(db, token)
    if (!alert) throw refuse('alert-link-unknown')
    await inTransaction(db, db => stopTexts(db, alert.userId))
    return { message: answers.TEXTS_STOPPED }
  })

  serve(http, answers.acceptPlatelets, async ({ body: { token } }) => {
    const alert = await findAlertOfLink(db, token)
    if (!alert) throw refuse('alert-link-unknown')
    const choice = { alsoPlatelets: true, now: now() }
    const isDonor = await inTransaction(db, db => changePreferences(db, alert.userId, choice))
    if (!isDonor) throw refuse('alerts-for-donors')
    return { message: answers.PLATELETS_ACCEPTED }
  })

  // The same reply to any token, and nothing to write after the first time.
  serve(http, answers.confirmAlertShown, async ({ body: { token }, req }) => {
    req.hasFoundNothing = !(await setAlertShown(db, token, now()))
    return undefined
  })

  serve(http, answers.pauseAlerts, async ({ body: { token, ...pause } }) => {
    const { alert } = await requireOpenAlert(db, token)
    const pausedUntil = endOfPause(pause, { now: now(), timeZone })
    await inTransaction(db, db => changePreferences(db, alert.userId, { pausedUntil, now: now() }))
    const until = pausedUntil instanceof Date ? formatUsDate(pausedUntil, timeZone) : null
    return { message: answers.alertsPausedMessage(until) }
  })
}
