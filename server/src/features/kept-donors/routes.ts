import { DAY_MS } from '@blood-bank/contract/durations'
import {
  addKeptDonor,
  correctKeptDonor,
  type KeptDonorChangeForm,
  type KeptDonorForm,
  readKeptDonor,
  stopKeptDonor,
} from '@blood-bank/contract/kept-donors/kept-donor'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Coordination } from '../../identity/access/caller.ts'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { type Refusal, refuse, refuseField } from '../../platform/http/refuse.ts'
import { callableNumber, textingTo } from '../contact-numbers/contact-number.ts'
import { requireLastDonation } from '../donors/profile-form.ts'
import { requireHall } from '../halls/store.ts'
import { requireNumbersLeft, takeChange, takeNumber } from './daily-numbers.ts'
import type { OptOuts } from './opt-outs.ts'
import { findNames, findOwnerOfNumber } from './queries.ts'
import { stopNumbersOf } from './stops.ts'
import {
  expiryOfKept,
  findAgreedDonor,
  insertKeptDonor,
  lockAgreedDonor,
  refuseSharedNumber,
  updateKeptDonor,
} from './store.ts'
import type { AgreedDonorRow } from './tables.ts'
import { keptDonorForCoordinators } from './view.ts'

/** Coordinators add, correct and erase the donors whom they keep: those of their hall. */
export function keptDonorRoutes(
  { http, db, config, attemptLimits, now, today }: Context,
  optOuts: OptOuts,
): void {
  const { defaultPhoneCountry: country, textMessages, timeZone } = config

  const present = async (donor: AgreedDonorRow) =>
    keptDonorForCoordinators(donor, await findNames(db, [donor.keptBy]))

  serve(http, addKeptDonor, async ({ body, actor, coordination }) => {
    await takeChange(attemptLimits, actor)
    if (body.consentKind === 'text' && textMessages === null) throw refuse('texts-not-set-up')
    const donor = toStore(body, { coordination })
    if (body.consentKind === 'text') requireTexted(donor.contactNumber)
    const refusal = await inTransaction(db, async db => {
      const refusal = await refuseNumber(db, { ...donor, consentKind: body.consentKind }, actor)
      if (refusal) return refusal
      if (donor.hallId) await requireHall(db, donor.hallId)
      const id = await insertKeptDonor(db, {
        ...donor,
        keptBy: actor.id,
        importedAt: now(),
        ...(body.consentKind === 'text'
          ? { state: 'waiting', expiresAt: new Date(now().getTime() + RETENTION.importedDonorDays * DAY_MS) }
          : {
              state: 'agreed',
              consentKind: body.consentKind,
              consentedAt: now(),
              expiresAt: expiryOfKept(now()),
            }),
      })
      const liftsStop = body.consentKind === 'paper' && (await optOuts.forget(db, donor.contactNumber))
      await record(db, 'kept-donor-added', id, actor, liftsStop ? { liftsStop } : null)
      return null
    })
    // Thrown after what the coordinator has learned of the number was recorded.
    if (refusal) throw refusal
    return {
      message:
        body.consentKind === 'text'
          ? 'They get a text message. You can call them as soon as they agree.'
          : 'Added. You can call them from now on.',
    }
  })

  serve(http, readKeptDonor, async ({ params: { id }, coordination }) => {
    const donor = await findAgreedDonor(db, id, coordination)
    if (!donor) throw refuse('kept-donor-gone')
    return present(donor)
  })

  serve(http, correctKeptDonor, async ({ params: { id }, body, actor, coordination }) => {
    await takeChange(attemptLimits, actor)
    const refusal = await inTransaction(db, async db => {
      const found = await findAgreedDonor(db, id, coordination)
      if (!found) throw refuse('kept-donor-gone')
      const donor = toStore(body, { coordination, numberBefore: found.contactNumber })
      const isNew = donor.contactNumber !== found.contactNumber
      if (isNew || donor.askFor !== found.askFor) {
        const refusal = await refuseNumber(db, { ...donor, consentKind: null, exceptId: id, isNew }, actor)
        if (refusal) return refusal
      }
      if (donor.hallId) await requireHall(db, donor.hallId)
      if (!(await lockAgreedDonor(db, id, coordination))) throw refuse('kept-donor-gone')
      await updateKeptDonor(db, id, {
        ...donor,
        // Whoever has the new number was not told.
        ...(isNew && { toldAt: null }),
        ...(body.keepsThem && { keptBy: actor.id }),
      })
      await record(db, 'kept-donor-corrected', id, actor)
      return null
    })
    if (refusal) throw refusal
    const donor = await findAgreedDonor(db, id, coordination)
    if (!donor) throw refuse('kept-donor-gone')
    return present(donor)
  })

  serve(http, stopKeptDonor, async ({ params: { id }, actor, coordination }) => {
    await inTransaction(db, async db => {
      const donor = await findAgreedDonor(db, id, coordination)
      if (!donor || !(await stopNumbersOf(db, [id], { optOuts, now: now() }))) throw refuse('kept-donor-gone')
      await record(db, 'kept-donor-stopped', id, actor)
    })
    return undefined
  })

  function requireTexted(contactNumber: string) {
    const { phone } = textingTo(contactNumber, { country, countries: textMessages?.countries ?? [] })
    if (phone === null) throw refuseField('contactNumber', 'number-not-texted')
  }

  /** What a form says, as it is stored. A coordinator of one hall keeps donors of that hall. */
  function toStore(
    { hallId, ...form }: Omit<KeptDonorForm, 'consentKind'> | KeptDonorChangeForm,
    { coordination, numberBefore = '' }: { coordination: Coordination; numberBefore?: string },
  ) {
    requireLastDonation(form, today())
    if (coordination.hallId !== null && hallId !== null && hallId !== coordination.hallId)
      throw refuseField('hallId', 'not-own-hall')
    return {
      fullName: form.fullName,
      bloodGroup: form.bloodGroup,
      batch: form.batch,
      department: form.department,
      askFor: form.askFor,
      lastDonationDate: form.lastDonationDate,
      hallId: hallId ?? coordination.hallId,
      contactNumber: form.contactNumber ? callableNumber(form.contactNumber, country) : numberBefore,
    }
  }

  type Numbered = {
    contactNumber: string
    askFor: string | null
    consentKind: KeptDonorForm['consentKind'] | null
    exceptId?: string
    isNew?: boolean
  }

  /**
   * Why a number cannot be kept. Commit the transaction also after the refusal that it returns: whatever a coordinator learns of
   * a number that they enter counts as a call, and is in the ledger, as is what the list tells of a registered donor's.
   */
  async function refuseNumber(db: Transaction, donor: Numbered, actor: User): Promise<Refusal | null> {
    const { contactNumber, askFor, isNew = true } = donor
    if (!isNew) return refuseSharedNumber(db, donor)
    const owner = await findOwnerOfNumber(db, contactNumber)
    const look = { actor, ownerId: owner?.id ?? null, bloodRequestId: null, timeZone, now: now() }
    await requireNumbersLeft(db, look)
    const refusal =
      owner?.isRegistered && askFor === null
        ? refuseField('contactNumber', 'number-of-registered-donor')
        : ((await refuseSharedNumber(db, {
            ...donor,
            hasAgreed: ['paper', 'said'].includes(donor.consentKind ?? ''),
          })) ?? (await refuseStopped(db, donor, actor)))
    if (refusal || owner?.isRegistered) await takeNumber(db, look)
    return refusal
  }

  /** Whoever asks for a new text, or agrees on paper in an admin's hand, takes back that they did not want to be called. */
  async function refuseStopped(db: Transaction, { contactNumber, consentKind }: Numbered, actor: User) {
    if ((await optOuts.find(db, [contactNumber])).size === 0) return null
    const isOwnWord =
      consentKind === 'text'
        ? await optOuts.takeQuestion(db, contactNumber, now())
        : consentKind === 'paper' && isAdmin(actor)
    return isOwnWord ? null : refuseField('contactNumber', 'kept-donor-stopped')
  }

  const record = (
    db: Transaction,
    action: 'kept-donor-added' | 'kept-donor-corrected' | 'kept-donor-stopped',
    id: string,
    actor: User,
    after: { liftsStop: boolean } | null = null,
  ) => recordAction(db, { actorId: actor.id, action, targetId: id, before: null, after })
}
