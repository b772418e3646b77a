import {
  confirmTextNumber,
  MAX_WRONG_CODES,
  readTextMessages,
  sendTextCode,
  stopTextMessages,
  type TextMessages,
  tooManyCodesMessage,
  wrongCodeMessage,
} from '@blood-bank/contract/alerts/texts'
import { DAY_MS } from '@blood-bank/contract/durations'
import { serve } from '../../../identity/access/serve.ts'
import type { SessionContext } from '../../../identity/sessions/session-context.ts'
import { lockReferencedUser } from '../../../identity/users/store.ts'
import { formatUsTime } from '../../../platform/clock/local-time.ts'
import { type Database, inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { type Refusal, refuse } from '../../../platform/http/refuse.ts'
import { textingTo } from '../../contact-numbers/contact-number.ts'
import { findDonorOfUser } from '../../donors/queries.ts'
import { lockDonorOfUser } from '../../donors/store.ts'
import type { DonorRow } from '../../donors/tables.ts'
import { eraseConfirmed } from '../../kept-donors/consent/store.ts'
import type { OptOuts } from '../../kept-donors/opt-outs.ts'
import type { TextCodes } from './codes.ts'
import { enqueueCode } from './enqueue-texts.ts'
import {
  addWrongCode,
  confirmNumber,
  findTextNumber,
  isKnownAccount,
  isTextNumberTaken,
  lockTextNumber,
  saveTextNumber,
  stopTexts,
} from './numbers.ts'
import { isCodeLeft } from './reserve-texts.ts'
import type { TextNumberRow } from './tables.ts'

const OBSTACLES = {
  extension: 'number-has-extension',
  'not-mobile': 'number-not-mobile',
  'other-country': 'number-of-other-country',
} as const

/** An account is known so long after its address was verified. */
const KNOWN_AFTER_MS = 7 * DAY_MS

/** Whether a donor gets text messages: the switch, and the code that proves whose number it is. */
export function textNumberRoutes(
  { http, db, config, hashNetworks, now, today }: SessionContext,
  codes: TextCodes,
  optOuts: OptOuts,
): void {
  const site = { country: config.defaultPhoneCountry, countries: config.textMessages?.countries ?? [] }
  const textingOf = ({ contactNumber }: DonorRow) => textingTo(contactNumber, site)

  const present = async (db: Database, donor: DonorRow): Promise<TextMessages> => {
    const { shown, obstacle } = textingOf(donor)
    return { status: statusOf(await findTextNumber(db, donor.userId)), number: shown, obstacle }
  }

  serve(http, readTextMessages, async ({ actor }) => {
    const donor = config.textMessages && (await findDonorOfUser(db, actor.id))
    return { textMessages: donor && (await present(db, donor)) }
  })

  serve(http, sendTextCode, async ({ actor, req }) => {
    if (!config.textMessages) throw refuse('no-text-messages')
    const { perDay } = config.textMessages
    const donor = await findDonorOfUser(db, actor.id)
    const phone = donor && textingOf(donor).phone
    const pause = phone && (await codes.findPause({ userId: actor.id, email: actor.email, phone }))
    const since = new Date(now().getTime() - KNOWN_AFTER_MS)
    const cause = { networks: hashNetworks(req.ip), isKnown: await isKnownAccount(db, actor.id, since) }
    const isUsedUp = !(await isCodeLeft(db, { day: today(), perDay, cause }))
    return inTransaction(db, async db => {
      const { donor, row } = await lockNumber(db, actor.id)
      if (!row?.confirmedAt) {
        const number = requireTexting(donor)
        if (typeof pause === 'number') throw tooManyCodes(pause)
        if (isUsedUp) throw refuse('too-many-texts-today')
        await saveTextNumber(db, { userId: actor.id, phone: number, now: now() })
        await enqueueCode(db, actor.id, cause)
      }
      return present(db, donor)
    })
  })

  serve(http, confirmTextNumber, async ({ body: { code }, actor }) => {
    if (!config.textMessages) throw refuse('no-text-messages')
    try {
      // A refusal is thrown after the commit: a wrong code is counted.
      const { refusal, donor } = await inTransaction(db, db => confirm(db, actor.id, code))
      if (refusal) throw refusal
      return await present(db, donor)
    } catch (error) {
      throw isTextNumberTaken(error) ? refuse('text-number-taken') : error
    }
  })

  serve(http, stopTextMessages, async ({ actor }) => {
    await inTransaction(db, async db => {
      await lockReferencedUser(db, actor.id)
      await stopTexts(db, actor.id)
    })
    return undefined
  })

  function requireTexting(donor: DonorRow): string {
    const { phone, obstacle } = textingOf(donor)
    if (obstacle === null) return phone
    throw refuse(OBSTACLES[obstacle])
  }

  function tooManyCodes(pauseSeconds: number) {
    const until = new Date(now().getTime() + pauseSeconds * 1000)
    return refuse('too-many-text-codes', {
      retryAfterSeconds: pauseSeconds,
      message: tooManyCodesMessage(formatUsTime(until, config.timeZone)),
    })
  }

  async function confirm(
    db: Transaction,
    userId: string,
    code: string,
  ): Promise<{ refusal: Refusal | null; donor: DonorRow }> {
    const { donor, row } = await lockNumber(db, userId)
    if (row?.confirmedAt) return { refusal: null, donor }
    if (!row || !codes.isAlive(row)) return { refusal: refuse('text-code-expired'), donor }
    if (row.wrongCodes >= MAX_WRONG_CODES) return { refusal: refuse('too-many-wrong-codes'), donor }
    if (!codes.isRight(row, code)) {
      await addWrongCode(db, userId)
      return { refusal: wrongCode(MAX_WRONG_CODES - row.wrongCodes - 1), donor }
    }
    await confirmNumber(db, userId, now())
    if (row.phone !== null) {
      await codes.setConfirmed(db, userId, row.phone)
      await eraseConfirmed(db, { contactNumber: row.phone, fullName: donor.fullName })
      // Their own word: whoever has the number may be kept again.
      await optOuts.forget(db, row.phone)
    }
    return { refusal: null, donor }
  }
}

/** @throws Refusal for who is no donor, or an inactive one */
async function lockNumber(
  db: Transaction,
  userId: string,
): Promise<{ donor: DonorRow; row: TextNumberRow | null }> {
  await lockReferencedUser(db, userId)
  const donor = await lockDonorOfUser(db, userId, 'for share')
  if (!donor) throw refuse('alerts-for-donors')
  if (!donor.isProfileActive) throw refuse('donor-inactive')
  return { donor, row: await lockTextNumber(db, userId) }
}

function wrongCode(triesLeft: number): Refusal {
  if (triesLeft === 0) return refuse('too-many-wrong-codes')
  const message = wrongCodeMessage(triesLeft)
  return refuse('wrong-text-code', { message, fields: { code: message } })
}

function statusOf(row: TextNumberRow | null): TextMessages['status'] {
  if (!row) return 'off'
  if (row.confirmedAt) return 'on'
  return row.phone === null ? 'number-changed' : 'code-needed'
}
