import { type DonorsAsked, readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { mayManage } from '@blood-bank/contract/blood-requests/rules'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { createKeyedHash } from '../../platform/secrets/hashes.ts'
import { neededUntil } from '../blood-requests/needed-by.ts'
import { getBloodRequest } from '../blood-requests/queries.ts'
import { formatContactNumber } from '../contact-numbers/contact-number.ts'
import { type ClubContact, countClubDonors, listClubContacts } from '../kept-donors/comings.ts'
import { findUsualAnswerMinutes } from '../offers/answer-times.ts'
import { isAboutToShow } from './on-call/showing.ts'
import { findOnCallFor } from './on-call/store.ts'
import { countAskedInWaves } from './queries.ts'
import { endOfQuietHours } from './quiet-hours.ts'
import { isOverdue, isWaiting } from './waiting.ts'

/**
 * How far the alerts for a blood request have come, for its owner and admins. What they read depends on time, on offers, and
 * roughly on how many donors were asked, but on no donor: of one donor of a rare group it would tell who was asked,
 * declined, or has alerts off. For platelets by machine, which few give, it leads to the hotline at once and in the same words,
 * however many give them.
 */
export function alertProgressRoutes({ http, db, config, now, today }: Context, authSecret: string): void {
  const { defaultPhoneCountry: country, hotlineNumber, alertPolicy, timeZone } = config
  const describeAsked = createDonorsAsked(authSecret)

  serve(http, readAlertProgress, async ({ params: { id }, actor }) => {
    const bloodRequest = await getBloodRequest(db, id, { actor, isAllowed: mayManage })
    const { urgency, component, soughtAt, heldBackAt, alertsStoppedAt } = bloodRequest
    const isOwner = bloodRequest.userId === actor.id
    const format = <T extends { contactNumber: string }>(contact: T) => ({
      ...contact,
      contactNumber: formatContactNumber(contact.contactNumber, country),
    })
    const orHotline = ({ contactNumber, ...contact }: ClubContact) =>
      contactNumber === null
        ? { ...contact, contactNumber: hotlineNumber }
        : format({ ...contact, contactNumber })
    const isByMachine = component === 'apheresis-platelets'
    const needsHelp = isOverdue(bloodRequest, config, now()) && (await isWaiting(db, id, now()))
    const onCall = needsHelp ? await findOnCallFor(db, id, now()) : null
    const needsHotline =
      needsHelp && onCall === null && !(await isAboutToShow(db, id, { now: now(), site: config }))
    const intervalMs = alertPolicy.waves[urgency].intervalMinutes * MINUTE_MS
    const waveAt =
      soughtAt && alertsStoppedAt === null
        ? new Date(Math.max(soughtAt.getTime() + intervalMs, now().getTime()))
        : null
    const quietUntil = waveAt && endOfQuietHours(waveAt, timeZone, alertPolicy.quietHours)
    const asksAgainAt = urgency === 'urgent' ? waveAt : (quietUntil ?? waveAt)
    const isAskedFirst = asksAgainAt && asksAgainAt >= neededUntil(bloodRequest, alertPolicy.neededHours)
    return {
      donorsAsked: isByMachine ? 'a few' : describeAsked(id, await countAskedInWaves(db, id)),
      askedAt: soughtAt?.toISOString() ?? null,
      asksAgainAt: isAskedFirst ? null : (asksAgainAt?.toISOString() ?? null),
      isHeldBack: heldBackAt !== null,
      usualAnswerMinutes: isByMachine ? null : await findUsualAnswerMinutes(db, today()),
      // Coordinators show their numbers to the owner alone.
      clubDonors: isOwner ? (await listClubContacts(db, id, now())).map(orHotline) : [],
      clubDonorsGave: isOwner ? (await countClubDonors(db, id, now())).gave : 0,
      onCall: isOwner && onCall ? format(onCall) : null,
      hotlineNumber: needsHotline ? hotlineNumber : null,
    }
  })
}

/** The borders between the figures lie by up to this many donors higher, differently for each request. */
const MAX_DRAW = 5

/**
 * Describes how many donors were asked. Accomplices who know that ten of them were asked do not learn whether an eleventh
 * was: only the secret of the site tells where the borders of a request lie.
 */
export function createDonorsAsked(
  authSecret: string,
): (bloodRequestId: string, count: number) => DonorsAsked {
  const hash = createKeyedHash(authSecret, 'donors asked')
  return (id, count) => {
    const [first = 0, second = 0] = Buffer.from(hash(id), 'base64url').map(byte => byte % (MAX_DRAW + 1))
    return count > 25 + second ? 'more than 25' : count > 10 + first ? 'more than 10' : 'a few'
  }
}
