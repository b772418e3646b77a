import { randomInt, timingSafeEqual } from 'node:crypto'
import { TEXT_CODE_MINUTES } from '@blood-bank/contract/alerts/texts'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../../config.ts'
import type { AttemptLimits, Counter, LimitName } from '../../../identity/access/attempt-limits.ts'
import { findUser, lockReferencedUser } from '../../../identity/users/store.ts'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import { type Database, inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { createKeyedHash } from '../../../platform/secrets/keyed-hash.ts'
import { SEGMENT, septets, toGsm7 } from '../../../platform/text-messages/segment.ts'
import type { TextMessage } from '../../../platform/text-messages/send-text.ts'
import { lockDonorOfUser } from '../../donors/store.ts'
import { findTextNumber, setCode } from './numbers.ts'
import { reserveTexts } from './reserve-texts.ts'
import type { TextNumberRow } from './tables.ts'

const LIFETIME_MS = TEXT_CODE_MINUTES * MINUTE_MS

/** Each allows one code in 24 hours: so no 24 hours have more of them than these (`CODES_PER_DAY`). */
const SCOPES = ['first', 'second', 'third']

/** A text message with a code. `undo` takes back that it was counted: call it only if the gateway cannot have taken it. */
type CodeText = TextMessage & { expiresAt: Date; undo: () => Promise<void> }

type Options = {
  config: Pick<Config, 'brandName' | 'textMessages' | 'timeZone'>
  attemptLimits: AttemptLimits
  authSecret: string
  now: () => Date
}

/** The account and the number between which codes are counted. */
type Recipient = { email: string; phone: string }

/** Codes that confirm a number: made, counted and stored as a keyed hash when the text message is sent. */
export function createTextCodes({ config, attemptLimits, authSecret, now }: Options) {
  const hash = createKeyedHash(authSecret, 'text codes')
  const hashOf = ({ userId, phone }: Pick<TextNumberRow, 'userId' | 'phone'>, code: string) =>
    Buffer.from(hash([userId, phone, code].join(' ')), 'base64url')

  /** Takes the place of one code; null when there is none left. */
  async function takePlace(db: Transaction, limit: LimitName, subject: string): Promise<Counter | null> {
    for (const scope of SCOPES) {
      const counter = { limit, subject, scope }
      if ((await attemptLimits.tryTake(db, [counter])).isAllowed) return counter
    }
    return null
  }

  async function findPauseOf({ limit, subject }: Counter): Promise<number | null> {
    const pauses: number[] = []
    for (const scope of SCOPES) {
      const pause = await attemptLimits.findPause([{ limit, subject, scope }])
      if (pause === null) return null
      pauses.push(pause)
    }
    return Math.min(...pauses)
  }

  async function makeCode(db: Transaction, userId: string): Promise<CodeText | null> {
    const waiting = await findTextNumber(db, userId)
    const user = await findUser(db, userId)
    if (!user || !waiting?.phone || waiting.confirmedAt) return null
    await lockReferencedUser(db, userId)
    const [ofAccount, toNumber] = countersOf({ email: user.email, phone: waiting.phone })
    const taken = [await takePlace(db, ofAccount.limit, ofAccount.subject)]
    taken.push(taken[0] ? await takePlace(db, toNumber.limit, toNumber.subject) : null)
    const places = taken.filter(place => place !== null)
    if (places.length < taken.length) return null
    const donor = await lockDonorOfUser(db, userId, 'for share')
    if (!donor?.isProfileActive || donor.isHidden) return null
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const sentAt = now()
    const isStored = await setCode(db, waiting, { codeHash: hashOf(waiting, code), codeSentAt: sentAt })
    const day = calendarDate(sentAt, config.timeZone)
    const isReserved =
      isStored && (await reserveTexts(db, { day, count: 1, perDay: maxCodesOf(config) })) === 1
    if (!isReserved) return null
    return {
      phone: waiting.phone,
      message: codeMessage(code, config.brandName),
      expiresAt: new Date(sentAt.getTime() + LIFETIME_MS),
      undo: () => attemptLimits.reset(places),
    }
  }

  return {
    /**
     * Makes a code for the number that a donor wants to confirm, and the text message with it. The code before is not valid
     * any more. The transaction commits before anything is sent, so that nothing is sent that was not counted.
     * @returns null when nothing must be sent any more, or when the account or the number got its codes of the day
     */
    compose: (db: Database, userId: string): Promise<CodeText | null> =>
      inTransaction(db, db => makeCode(db, userId)),

    /** The seconds until another code can be sent; null if it can be now. */
    async findPause(recipient: Recipient): Promise<number | null> {
      const pauses = await Promise.all(countersOf(recipient).map(findPauseOf))
      const waits = pauses.filter(pause => pause !== null)
      return waits.length > 0 ? Math.max(...waits) : null
    },

    /** Whether what was typed is the code of a number. Compared in constant time. */
    isRight: (number: TextNumberRow, typed: string): boolean =>
      number.codeHash !== null && timingSafeEqual(number.codeHash, hashOf(number, typed.replace(/\D/g, ''))),

    /** Whether the code of a number can still be typed. */
    isAlive: ({ codeHash, codeSentAt }: TextNumberRow): boolean =>
      codeHash !== null && codeSentAt !== null && now().getTime() < codeSentAt.getTime() + LIFETIME_MS,
  }
}

export type TextCodes = ReturnType<typeof createTextCodes>

/** Counted by the address: whoever erases an account and registers again gets no more codes. */
const countersOf = ({ email, phone }: Recipient): [Counter, Counter] => [
  { limit: 'textCodesOfAccount', subject: `text codes for ${email}` },
  { limit: 'textCodesToNumber', subject: `text codes to ${phone}` },
]

/** The texts of a day after which no more codes are sent: they must leave room for alerts. */
export const maxCodesOf = ({ textMessages }: Pick<Config, 'textMessages'>): number =>
  Math.ceil((textMessages?.perDay ?? 0) / 2)

/** One segment, whatever the site is called. */
export function codeMessage(code: string, brandName: string): string {
  const messageFor = (brand: string) =>
    `${code} is your code for ${brand}. It is valid for ten minutes. If you did not ask for it, ignore this message.`
  let brand = toGsm7(brandName) || 'the blood bank'
  while (septets(messageFor(brand)) > SEGMENT) brand = brand.slice(0, -1).trimEnd()
  return messageFor(brand)
}
