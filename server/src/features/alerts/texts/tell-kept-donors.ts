import { HOUR_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../../config.ts'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import { type Database, inTransaction } from '../../../platform/database/connection.ts'
import { SEGMENT, septets, toGsm7 } from '../../../platform/text-messages/segment.ts'
import { isTextedNumber } from '../../contact-numbers/contact-number.ts'
import { createKeptTokens } from '../../kept-donors/consent/links.ts'
import { findDonorOfPage, lockUntold, setTold } from '../../kept-donors/consent/store.ts'
import { endOfQuietHours } from '../quiet-hours.ts'
import type { ComposedText } from './compose-alert-text.ts'
import { enqueueKeptTexts } from './enqueue-texts.ts'
import { keptTextsPerDay, reserveTexts } from './reserve-texts.ts'

/**
 * Enqueues the text messages with which donors without an account are told that the club keeps their number, or asked whether
 * it may: as many as fit into the day, those who are asked first, and among equals the oldest. The others follow on other
 * days, and nobody is texted in the quiet hours.
 */
export async function tellKeptDonors(
  pool: Database,
  now: Date,
  { textMessages, timeZone, alertPolicy }: Pick<Config, 'textMessages' | 'timeZone' | 'alertPolicy'>,
): Promise<void> {
  if (!textMessages || endOfQuietHours(now, timeZone, alertPolicy.quietHours) !== null) return
  const { perDay, countries } = textMessages
  await inTransaction(pool, async db => {
    const rows = await lockUntold(db, { now, limit: keptTextsPerDay(perDay) })
    if (rows.length === 0) return
    const texted = rows.filter(({ contactNumber }) => isTextedNumber(contactNumber, countries))
    const day = calendarDate(now, timeZone)
    const use = { kind: 'kept' } as const
    const count = texted.length && (await reserveTexts(db, { day, count: texted.length, perDay, use }))
    const told = texted.slice(0, count).map(({ id }) => id)
    const others = rows.filter(row => !texted.includes(row)).map(({ id }) => id)
    // Nor are those looked at again to whose numbers nothing is sent.
    await setTold(db, [...told, ...others], now)
    await enqueueKeptTexts(db, told)
  })
}

/** It says what is true for long, but a gateway that is broken for hours is no reason to wake somebody. */
const LIFETIME_MS = HOUR_MS

type Options = { config: Pick<Config, 'clubName' | 'publicUrl'>; authSecret: string; now: Date }

/** Composes the text message to a donor without an account; null when nothing is kept about them any more. */
export async function composeKeptText(
  db: Database,
  id: string,
  { config: { clubName: club, publicUrl }, authSecret, now }: Options,
): Promise<ComposedText | null> {
  const donor = await findDonorOfPage(db, id, now)
  if (!donor) return null
  const url = `${publicUrl}/kept#${createKeptTokens(authSecret).tokenOf(id)}`
  const message = keptText(donor.state === 'agreed' ? 'tells' : 'asks', { club, url })
  return { phone: donor.contactNumber, message, expiresAt: new Date(now.getTime() + LIFETIME_MS) }
}

/** One segment, whatever the site is called: the URL is never shortened, words are left out before the name of the club. */
export function keptText(kind: 'tells' | 'asks', { club, url }: { club: string; url: string }): string {
  const templates = {
    tells: (name: string) => [
      `Your blood group and number are kept by ${name}. Stop: ${url}, or tell any of us.`,
      `Your blood group and number are kept by ${name}. Stop: ${url}`,
      `${name} keeps your blood group and number. Stop: ${url}`,
    ],
    asks: (name: string) => [
      `${name} asks: may we keep your blood group and number, and call you when blood is needed? ${url}`,
      `${name}: may we keep your number and call you when blood is needed? ${url}`,
    ],
  }[kind]
  let name = toGsm7(club) || 'the blood bank'
  for (;;) {
    const text = templates(name).find(text => septets(text) <= SEGMENT)
    if (text !== undefined || name === '') return text ?? url
    name = name.slice(0, -1).trimEnd()
  }
}
