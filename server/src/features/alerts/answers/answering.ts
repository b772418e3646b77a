import { type AskedAlert, MAX_WRONG_PROOFS, wrongProofMessage } from '@blood-bank/contract/alerts/answers'
import type { ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import type { EligibilityDay } from '@blood-bank/contract/donors/eligibility'
import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import type { OnTheWay } from '@blood-bank/contract/offers/endpoints'
import { reasonToOfferNoMore } from '@blood-bank/contract/offers/offering'
import { cleanCode } from '@blood-bank/contract/typed-text/clean'
import { sql } from 'kysely'
import {
  type Database,
  firstOrNull,
  inTransaction,
  type Transaction,
} from '../../../platform/database/connection.ts'
import { type Refusal, refuse } from '../../../platform/http/refuse.ts'
import type { Progress } from '../../blood-requests/hooks.ts'
import { findBloodRequest, isHiddenFromMembers, isListedRequest } from '../../blood-requests/queries.ts'
import { lockBloodRequest, makeRequestDue } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { lastDigits } from '../../contact-numbers/contact-number.ts'
import { findDonorOfUser } from '../../donors/queries.ts'
import type { OfferHooks } from '../../offers/hooks.ts'
import { makeOffer } from '../../offers/offering.ts'
import {
  findStandingOffer,
  isTurnedAway,
  listOffersOfDonorFor,
  selectProgress,
} from '../../offers/queries.ts'
import { withdrawOffers } from '../../offers/settling.ts'
import { setOnTheWay } from '../../offers/store.ts'
import type { OfferRow } from '../../offers/tables.ts'
import { type AlertOfLink, addWrongProof, alertOfLink, countWrongProofs, findAlertOfLink } from '../links.ts'
import type { AlertMetrics } from '../metrics.ts'
import { answerNo, lockAlert } from '../store.ts'

const DIGITS = 4

/** The alert of a link that can still be answered, and the offers of its donor for the request. */
export type OpenAlert = {
  alert: AlertOfLink
  bloodRequest: BloodRequestRow
  offers: OfferRow[]
  /** Of the request, if it was read as well. */
  progress?: Progress
}

/** Reads the alert of a link. @throws Refusal when the link is unknown or the request is no longer open */
export async function requireOpenAlert(db: Database, token: string): Promise<OpenAlert> {
  const alert = await findAlertOfLink(db, token)
  if (!alert) throw refuse('alert-link-unknown')
  const { userId, bloodRequestId } = alert
  const bloodRequest = requireOpen(
    bloodRequestId === null ? null : await findBloodRequest(db, bloodRequestId),
  )
  return {
    alert,
    bloodRequest,
    offers: await listOffersOfDonorFor(db, { userId, bloodRequestId: bloodRequest.id }),
  }
}

/**
 * Reads the alert of a link, and locks in the order of docs/architecture.md: the user and the request. The alert is next.
 * @throws Refusal when the link is unknown or the request is no longer open
 */
async function lockOpenAlert(db: Transaction, token: string): Promise<Omit<OpenAlert, 'offers'>> {
  const alert = await firstOrNull(alertOfLink(db, token).forKeyShare('users'))
  if (!alert) throw refuse('alert-link-unknown')
  const { bloodRequestId } = alert
  const locked = bloodRequestId === null ? null : await lockBloodRequest(db, bloodRequestId, 'for share')
  return { alert, bloodRequest: requireOpen(locked) }
}

const CLOSED: Record<ClosedStatus, RefusalCode> = {
  fulfilled: 'alert-request-fulfilled',
  cancelled: 'alert-request-cancelled',
}

/** @param bloodRequest null after its deletion */
function requireOpen(bloodRequest: BloodRequestRow | null): BloodRequestRow {
  if (!bloodRequest) throw refuse('alert-request-deleted')
  if (bloodRequest.status !== 'active') throw refuse(CLOSED[bloodRequest.status])
  if (isHiddenFromMembers(bloodRequest)) throw refuse('alert-request-unavailable')
  return bloodRequest
}

/**
 * What the donor answered, as far as it is still true, and the offer that stands: it can end, or begin, without the link.
 */
export function currentAnswer({
  alert,
  offers,
}: OpenAlert): Pick<AskedAlert, 'answer' | 'hasWithdrawn' | 'cannotOffer'> & { offer: OfferRow | null } {
  const offer = offers.find(({ status }) => status === 'offered')
  if (offer) return { answer: 'yes', hasWithdrawn: false, cannotOffer: null, offer }
  const states = offers.map(({ status }) => status)
  // Whoever has the forwarded email must not read that the hospital could not take the donor.
  const hasCome = states.includes('donated') || offers.some(isTurnedAway)
  const noMore = hasCome ? 'already-offered' : reasonToOfferNoMore(offers)
  const answer = alert.answer === 'no' ? 'no' : null
  return {
    answer,
    hasWithdrawn: answer === 'no' && states.includes('withdrawn'),
    cannotOffer: noMore && REFUSALS[noMore].message,
    offer: null,
  }
}

/** What proves that a call comes from the donor. */
type Proof = {
  token: string
  /** The last digits of the donor's number, and the University ID; null if not entered. */
  digits: string | null
  universityId: string | null
  /** Whether the call comes from the donor's session or known browser. */
  isDonor: boolean
}

type Acceptance = Proof & {
  day: EligibilityDay
  now: Date
  hooks: OfferHooks
}

/**
 * Answers an alert with yes: makes the offer of its donor. Commit the transaction also if what was entered was wrong:
 * it has counted that.
 * @returns the refusal of what is wrong or missing; null after a success
 * @throws Refusal when the link is dead, or the reason why the donor may not offer
 */
export async function acceptAlert(
  db: Transaction,
  { token, digits, universityId, isDonor, ...offering }: Acceptance,
): Promise<Refusal | null> {
  const { alert, bloodRequest } = await lockOpenAlert(db, token)
  const refusal = await checkProof(db, alert, { token, digits, universityId, isDonor })
  if (refusal) return refusal
  const offer = await findStandingOffer(db, alert.userId)
  // A second press changes nothing.
  if (offer?.bloodRequestId !== bloodRequest.id)
    await makeOffer(db, {
      actor: { id: alert.userId, emailVerified: alert.emailVerified },
      bloodRequestId: bloodRequest.id,
      ...offering,
    })
  return null
}

/**
 * Says that the donor of an alert is on the way. Commit the transaction also if what was entered was wrong: it has counted
 * that.
 * @returns the refusal of what is wrong or missing; null after a success
 * @throws Refusal when the link is dead, or offer-settled when no offer of the donor stands for the request
 */
export async function sayOnTheWay(
  db: Transaction,
  { minutes, now, ...proof }: Proof & { minutes: OnTheWay['minutes']; now: Date },
): Promise<Refusal | null> {
  const { alert, bloodRequest } = await lockOpenAlert(db, proof.token)
  const refusal = await checkProof(db, alert, proof)
  if (refusal) return refusal
  const offer = await findStandingOffer(db, alert.userId)
  const isOffered = offer?.bloodRequestId === bloodRequest.id
  if (!isOffered || !(await setOnTheWay(db, offer.id, { saidAt: now, minutes })))
    throw refuse('offer-settled')
  return null
}

/**
 * Answers an alert with no, makes the request due for the planner, which asks another donor, and withdraws the donor's offer,
 * if one stands. After a wave many donors of a request answer at once, and each holds it until the commit: so it is one
 * statement, in which each subquery needs the one before, and locks in the order of docs/architecture.md. What another answer
 * has changed while it waited is not in it: then it is tried again. The offer ends after it: if the server is killed in between,
 * the offer stands, the page says so, and a second press ends it.
 * @throws Refusal when the link is dead
 */
export async function declineAlert(
  db: Database,
  token: string,
  decline: { now: Date; alertMetrics: AlertMetrics },
): Promise<OpenAlert> {
  const { now, alertMetrics } = decline
  const { rows } = await sql<Declined>`
    with link as materialized (
      ${alertOfLink(db, token).forKeyShare('users')}
    ), open as materialized (
      select * from blood_requests where id = (select blood_request_id from link) and ${isListedRequest()}
         for no key update
    ), declined as (
      ${answerNo({ alert: 'link', isOpen: sql`exists (select from open)`, now })}
    ), due as (
      ${makeRequestDue({ id: sql`(select blood_request_id from declined)`, now })}
    )
    select open.*, to_jsonb(link) as alert, to_jsonb(progress) as progress, exists (select from declined) as is_new,
           exists (select from offers where user_id = link.user_id and blood_request_id = open.id) as has_offers,
           (select id from offers where user_id = link.user_id and blood_request_id = open.id and status = 'offered') as standing_id
      from link join open on open.id = blood_request_id
      join (${selectProgress(sql`array(select id from open)`)}) progress on progress.id = open.id`.execute(db)
  const [row] = rows
  if (!row) await requireOpenAlert(db, token)
  if (!row || (!row.isNew && row.alert.answer !== 'no')) return declineAlert(db, token, decline)
  const { alert, progress, isNew, hasOffers, standingId, ...bloodRequest } = row
  if (isNew) alertMetrics.recordAnswer('no')
  const declined = { alert: { ...alert, answer: 'no' as const }, bloodRequest }
  if (!hasOffers) return { ...declined, offers: [], progress }
  const { userId } = alert
  // No other one: the donor may have said yes since.
  if (standingId !== null)
    await inTransaction(db, db => withdrawOffers(db, { id: standingId }, { now, causedBy: userId }))
  return { ...declined, offers: await listOffersOfDonorFor(db, { userId, bloodRequestId: bloodRequest.id }) }
}

type Declined = BloodRequestRow & {
  alert: AlertOfLink
  progress: Progress
  isNew: boolean
  hasOffers: boolean
  standingId: string | null
}

/**
 * Locks the alert, and checks what only the donor knows: the digits of the number, or the University ID while everybody sees the number. The
 * attempts count for the alert, not for the link, as an email that is sent again has a new link, and for both together.
 */
async function checkProof(
  db: Transaction,
  { id, userId }: AlertOfLink,
  { token, digits, universityId, isDonor }: Proof,
): Promise<Refusal | null> {
  await lockAlert(db, id)
  if (isDonor) return null
  const wrong = await countWrongProofs(db, id)
  if (wrong >= MAX_WRONG_PROOFS) return refuse('too-many-wrong-digits')
  const donor = await findDonorOfUser(db, userId)
  if (!donor) return refuse('not-a-donor')
  const [entered, known, field, normalize] = donor.allowContactVisibility
    ? ([universityId, donor.universityId, 'universityId', normalizeUniversityId] as const)
    : ([digits, donor.contactNumber, 'digits', (number: string) => lastDigits(number, DIGITS)] as const)
  if (entered === null) return refuse(field === 'digits' ? 'digits-needed' : 'university-id-needed')
  // Nothing is left of an ID without letters and digits.
  if (normalize(known) !== '' && normalize(entered) === normalize(known)) return null
  await addWrongProof(db, token)
  const triesLeft = MAX_WRONG_PROOFS - wrong - 1
  if (triesLeft === 0) return refuse('too-many-wrong-digits')
  const code = field === 'digits' ? 'wrong-digits' : 'wrong-university-id'
  const message = wrongProofMessage(code, triesLeft)
  return refuse(code, { message, fields: { [field]: message } })
}

/** A University ID without what people write differently: case, blanks and hyphens. */
const normalizeUniversityId = (id: string): string =>
  cleanCode(id.normalize('NFKC'))
    .replace(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
