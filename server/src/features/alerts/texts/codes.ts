import { randomInt, timingSafeEqual } from 'node:crypto'
import { TEXT_CODE_MINUTES } from '@blood-bank/contract/alerts/texts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../../config.ts'
import type { AttemptLimits, Counter } from '../../../identity/access/attempt-limits.ts'
import { mailboxOf } from '../../../identity/mailboxes/mailbox.ts'
import { findUser, lockReferencedUser } from '../../../identity/users/store.ts'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import { type Database, inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { createKeyedHash } from '../../../platform/secrets/hashes.ts'
import { SEGMENT, septets, toGsm7 } from '../../../platform/text-messages/segment.ts'
import type { TextMessage } from '../../../platform/text-messages/send-text.ts'
import { lockDonorOfUser } from '../../donors/store.ts'
import { findAlertPreferences } from '../queries.ts'
import { saveAlertPreferences } from '../store.ts'
import { findTextNumber, setCode } from './numbers.ts'
import { type CodeCause, releaseCode, reserveTexts } from './reserve-texts.ts'
import type { TextNumberRow } from './tables.ts'

const LIFETIME_MS = TEXT_CODE_MINUTES * MINUTE_MS

/** Each allows one code in 24 hours: so no 24 hours have more of them than these (`CODES_PER_DAY`). */
const SCOPES = ['first', 'second', 'third']
/** The places at a number for accounts that have not confirmed it. The last one is kept, and opens after a wait. */
const OPEN_SCOPES = SCOPES.slice(0, 2)
const LAST_SCOPE = 'third'
const LAST_WAIT_SECONDS = HOUR_MS / 1000
const DAY_SECONDS = DAY_MS / 1000

/** Of a code that an older server has enqueued. */
const UNKNOWN: CodeCause = { networks: [], isKnown: false }

/** A text message with a code. `undo` takes back that it was counted: call it only if the gateway cannot have taken it. */
type CodeText = TextMessage & { expiresAt: Date; undo: () => Promise<void> }

type Options = {
  db: Database
  config: Pick<Config, 'brandName' | 'textMessages' | 'timeZone'>
  attemptLimits: AttemptLimits
  authSecret: string
  now: () => Date
}

/** The account and the number between which codes are counted. */
type Recipient = { userId: string; email: string; phone: string }

/** Codes that confirm a number: made, counted and stored as a keyed hash when the text message is sent. */
export function createTextCodes({ db: pool, config, attemptLimits, authSecret, now }: Options) {
  const hash = createKeyedHash(authSecret, 'text codes')
  const hashOf = ({ userId, phone }: Pick<TextNumberRow, 'userId' | 'phone'>, code: string) =>
    Buffer.from(hash([userId, phone, code].join(' ')), 'base64url')
  const hashOfConfirmed = (userId: string, phone: string) => hash(['confirmed', userId, phone].join(' '))

  /** Takes the place of one code; null when there is none left. */
  async function takePlace(db: Transaction, places: Counter[]): Promise<Counter | null> {
    for (const place of places) if ((await attemptLimits.tryTake(db, [place])).isAllowed) return place
    return null
  }

  const findPauses = (places: Counter[]) => Promise.all(places.map(place => attemptLimits.findPause([place])))

  /** The seconds until one of some places is free; null if one is. */
  async function findPauseOf(places: Counter[]): Promise<number | null> {
    const pauses = await findPauses(places)
    const taken = pauses.filter(pause => pause !== null)
    return taken.length < pauses.length ? null : Math.min(...taken)
  }

  /**
   * The places at a number that an account may take now, and otherwise the seconds until it may take one. An account that has
   * confirmed the number before may take each. Of others two may be taken, so that nobody keeps the owner of a number from
   * it; the last one opens an hour after the second for the first account that asked after it and got none of the two, and
   * for whoever asks if none did.
   */
  async function findPlacesAt({ userId, email, phone }: Recipient) {
    const places = SCOPES.map(scope => atNumber(phone, scope))
    if ((await findAlertPreferences(pool, userId))?.confirmedNumber === hashOfConfirmed(userId, phone))
      return { places, pause: await findPauseOf(places), isLastOne: false }
    const open = OPEN_SCOPES.map(scope => atNumber(phone, scope))
    const pauses = (await findPauses(open)).filter(pause => pause !== null)
    if (pauses.length < open.length) return { places: open, pause: null, isLastOne: false }
    const untilOneEnds = Math.min(...pauses)
    const [taken, kept, own] = await findPauses([
      atNumber(phone, LAST_SCOPE),
      keptAt(phone),
      keptAt(phone, email),
    ])
    if (taken !== null || (kept !== null && own === null))
      return { places: open, pause: untilOneEnds, isLastOne: false }
    const wait = Math.max(...pauses) - DAY_SECONDS + LAST_WAIT_SECONDS
    return { places, pause: wait > 0 ? Math.min(wait, untilOneEnds) : null, isLastOne: true }
  }

  async function makeCode(
    db: Transaction,
    { userId, cause, places }: { userId: string; cause: CodeCause; places: Counter[] },
  ): Promise<CodeText | null> {
    const waiting = await findTextNumber(db, userId)
    const user = await findUser(db, userId)
    if (!user || !waiting?.phone || waiting.confirmedAt) return null
    await lockReferencedUser(db, userId)
    const ofAccount = await takePlace(db, ofMailbox(user.email))
    const atPhone = ofAccount && (await takePlace(db, places))
    if (!ofAccount || !atPhone) return null
    await attemptLimits.tryTake(db, [gotAt(waiting.phone, user.email)])
    const donor = await lockDonorOfUser(db, userId, 'for share')
    if (!donor?.isProfileActive || donor.isHidden) return null
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const sentAt = now()
    const isStored = await setCode(db, waiting, { codeHash: hashOf(waiting, code), codeSentAt: sentAt })
    const day = calendarDate(sentAt, config.timeZone)
    const perDay = config.textMessages?.perDay ?? 0
    const use = { kind: 'code', ...cause } as const
    const isReserved = isStored && (await reserveTexts(db, { day, count: 1, perDay, use })) === 1
    if (!isReserved) return null
    return {
      phone: waiting.phone,
      message: codeMessage(code, config.brandName),
      expiresAt: new Date(sentAt.getTime() + LIFETIME_MS),
      undo: () =>
        inTransaction(pool, async db => {
          await attemptLimits.reset([ofAccount, atPhone])
          await releaseCode(db, day, cause)
        }),
    }
  }

  return {
    /**
     * Makes a code for the number that a donor wants to confirm, and the text message with it. The code before is not valid
     * any more. The transaction commits before anything is sent, so that nothing is sent that was not counted.
     * @returns null when nothing must be sent any more, or when the account or the number got its codes of the day
     */
    async compose(db: Database, userId: string, cause: CodeCause = UNKNOWN): Promise<CodeText | null> {
      const waiting = await findTextNumber(db, userId)
      const user = waiting?.phone ? await findUser(db, userId) : null
      if (!user || !waiting?.phone) return null
      const { places, pause } = await findPlacesAt({ userId, email: user.email, phone: waiting.phone })
      return pause === null ? inTransaction(db, db => makeCode(db, { userId, cause, places })) : null
    },

    /** The seconds until another code can be sent; null if it can be now. Asking may keep the last place at the number. */
    async findPause(recipient: Recipient): Promise<number | null> {
      const { email, phone } = recipient
      const { pause, isLastOne } = await findPlacesAt(recipient)
      const [got] = isLastOne ? await findPauses([gotAt(phone, email)]) : [0]
      if (got === null) await attemptLimits.tryTake(pool, [keptAt(phone), keptAt(phone, email)])
      const waits = [pause, await findPauseOf(ofMailbox(email))].filter(wait => wait !== null)
      return waits.length > 0 ? Math.max(...waits) : null
    },

    /** Remembers that an account has confirmed a number. */
    setConfirmed: (db: Transaction, userId: string, phone: string): Promise<void> =>
      saveAlertPreferences(db, userId, { confirmedNumber: hashOfConfirmed(userId, phone), now: now() }),

    /** Whether what was typed is the code of a number. Compared in constant time. */
    isRight: (number: TextNumberRow, typed: string): boolean =>
      number.codeHash !== null && timingSafeEqual(number.codeHash, hashOf(number, typed.replace(/\D/g, ''))),

    /** Whether the code of a number can still be typed. */
    isAlive: ({ codeHash, codeSentAt }: TextNumberRow): boolean =>
      codeHash !== null && codeSentAt !== null && now().getTime() < codeSentAt.getTime() + LIFETIME_MS,
  }
}

export type TextCodes = ReturnType<typeof createTextCodes>

/** Counted by the mailbox: whoever erases an account and registers again, or writes the address otherwise, gets no more. */
const ofMailbox = (email: string): Counter[] =>
  SCOPES.map(scope => ({
    limit: 'textCodesOfAccount',
    subject: `text codes for ${mailboxOf(email)}`,
    scope,
  }))

const atNumber = (phone: string, scope: string): Counter => ({
  limit: 'textCodesToNumber',
  subject: `text codes to ${phone}`,
  scope,
})

/** For whom the last place at a number is kept: whether for anybody, and whether for this mailbox. */
const keptAt = (phone: string, email?: string) =>
  atNumber(phone, email === undefined ? 'kept' : `kept for ${mailboxOf(email)}`)

/** Whether a mailbox has got a code to a number. */
const gotAt = (phone: string, email: string) => atNumber(phone, `got by ${mailboxOf(email)}`)

/** One segment, whatever the site is called. */
export function codeMessage(code: string, brandName: string): string {
  const messageFor = (brand: string) =>
    `${code} is your code for ${brand}. It is valid for ten minutes. If you did not ask for it, ignore this message.`
  let brand = toGsm7(brandName) || 'the blood bank'
  while (septets(messageFor(brand)) > SEGMENT) brand = brand.slice(0, -1).trimEnd()
  return messageFor(brand)
}
