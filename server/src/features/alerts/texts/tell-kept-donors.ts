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
  const url = `${publicUrl}/kept#${createKeptTokens(authSecret).tokenOf(donor)}`
  const message = keptText(donor.state === 'agreed' ? 'tells' : 'asks', { club, url })
  return { phone: donor.contactNumber, message, expiresAt: new Date(now.getTime() + LIFETIME_MS) }
}

const SAYS = {
  tells: (name: string, url: string) => [
    `Your blood group and number are kept by ${name}. Stop: ${url}, or tell any of us.`,
    `Your blood group and number are kept by ${name}. Stop: ${url}`,
    `${name} keeps your blood group and number. Stop: ${url}`,
  ],
  asks: (name: string, url: string) => [
    `${name} asks: may we keep your blood group and number, and call you when blood is needed? ${url}`,
    `${name}: may we keep your blood group and number and call you for blood? ${url}`,
  ],
}

/**
 * One segment, whatever the site is called. The URL is never shortened, and what is kept is always said: the name of the club
 * is shortened.
 */
export function keptText(kind: keyof typeof SAYS, { club, url }: { club: string; url: string }): string {
  for (let name = toGsm7(club) || 'the blood bank'; name !== ''; name = withoutEnd(name)) {
    const text = SAYS[kind](name, url).find(text => septets(text) <= SEGMENT)
    if (text !== undefined) return text
  }
  return url
}

/** A name without its last word; the only word without its last letter. */
function withoutEnd(name: string): string {
  const end = name.lastIndexOf(' ')
  return end > 0 ? name.slice(0, end).replace(/ (of|the|and|for)$/i, '') : name.slice(0, -1)
}
