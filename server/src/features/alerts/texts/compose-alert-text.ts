import { needsPlatelets } from '@blood-bank/contract/blood-requests/descriptions'
import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { Config } from '../../../config.ts'
import { localParts } from '../../../platform/clock/local-time.ts'
import type { Database } from '../../../platform/database/connection.ts'
import { SEGMENT, septets, toGsm7 } from '../../../platform/text-messages/segment.ts'
import type { TextMessage } from '../../../platform/text-messages/send-text.ts'
import { neededUntil } from '../../blood-requests/needed-by.ts'
import { createAlertLink } from '../links.ts'
import { endOfQuietHours } from '../quiet-hours.ts'
import { findWaitingAlert, type WaitingAlert } from '../waiting-alert.ts'
import { listTextNumbersOf } from './numbers.ts'

/** A message as it is sent now. */
export type ComposedText = TextMessage & {
  /** When sending it makes no sense any more. */
  expiresAt: Date
  /** Takes back what was counted for it: for a message that the gateway cannot have taken. */
  undo?: () => Promise<void>
}

/** An alert of an hour ago helps nobody. */
const LIFETIME_MS = 5 * MINUTE_MS

type Options = { config: Pick<Config, 'timeZone' | 'alertPolicy' | 'publicUrl'>; now: Date }

/**
 * Composes the text message of an alert, with a link of its own. It names no person and no number.
 * @returns null when nothing must be sent any more, or not as a text message: the request is no longer urgent, a device of
 *   the donor has shown the notification, the donor sleeps, or the number is no longer theirs
 */
export async function composeAlertText(
  db: Database,
  alertId: string,
  { config, now }: Options,
): Promise<ComposedText | null> {
  const { timeZone, alertPolicy, publicUrl } = config
  const waiting = await findWaitingAlert(db, alertId, now)
  if (waiting?.urgency !== 'urgent' || waiting.shownAt !== null) return null
  const isQuiet = endOfQuietHours(now, timeZone, alertPolicy.quietHours) !== null
  if (isQuiet && waiting.nightsAllowed !== true) return null
  const lifetime = new Date(waiting.alertedAt.getTime() + LIFETIME_MS)
  const until = neededUntil(waiting, alertPolicy.neededHours)
  const expiresAt = lifetime < until ? lifetime : until
  const [number] = await listTextNumbersOf(db, [waiting.userId])
  if (!number || expiresAt <= now) return null
  const url = `${publicUrl}/a#${await createAlertLink(db, alertId, { isShort: true })}`
  return { phone: number.phone, message: alertText(waiting, { url, timeZone, now }), expiresAt }
}

type Asked = Pick<WaitingAlert, 'requiredBloodGroup' | 'component' | 'neededBy' | 'hospitalAs'>

/**
 * What the text message of an alert says, in one segment. The URL is never shortened: the hospital is, and if there is no
 * room for a word of it, it and then the rest is left out; last, that platelets are given by machine.
 */
export function alertText(
  { requiredBloodGroup, component, neededBy, hospitalAs }: Asked,
  { url, timeZone, now }: { url: string; timeZone: string; now: Date },
): string {
  // With a hyphen, as the alphabet has no minus.
  const what = `${needsPlatelets({ component }) ? 'PLATELETS ' : ''}${requiredBloodGroup}`
  const needed = `${what} needed urgently`
  const how = component === 'apheresis-platelets' ? ' (by machine, 90 min)' : ''
  const by = neededBy === null ? '' : ` by ${describeTime(neededBy, { timeZone, now })}`
  const end = `${url} (no replies; stop there)`
  const hospital = hospitalAs(nameInText)
  const room = SEGMENT - septets(`${needed} at ${by}${how}. Can you come? ${end}`)
  const place = hospital && shortenAtWord(hospital, room)
  const texts = [
    ...(place ? [`${needed} at ${place}${by}${how}. Can you come? ${end}`] : []),
    `${needed}${by}${how}. Can you come? ${end}`,
    `${needed}${how}. Can you come? ${end}`,
    `${needed}${how}: ${end}`,
    `${needed}: ${end}`,
    `${needed}: ${url}`,
  ]
  return texts.find(text => septets(text) <= SEGMENT) ?? `${what}: ${url}`
}

/** A name in the alphabet of text messages; empty if no letter or digit is left of it. */
function nameInText(name: string): string {
  const text = toGsm7(name).replace(/ ?\( *\)/g, '')
  return withoutEnd(text.replace(/^[^\p{L}\p{N}]+/u, ''))
}

/** Without what no word ends with. */
function withoutEnd(text: string): string {
  const end = text.includes('(') ? /[\p{L}\p{N})]/u : /[\p{L}\p{N}]/u
  const characters = [...text]
  return characters.slice(0, characters.findLastIndex(character => end.test(character)) + 1).join('')
}

const CUT = '...'

/** Shortens a text to whole words; empty if there is no room for one. */
function shortenAtWord(text: string, room: number): string {
  if (septets(text) <= room) return text
  const words = text.split(' ')
  while (words.length > 0 && septets(words.join(' ')) + CUT.length > room) words.pop()
  const shortened = withoutEnd(words.join(' '))
  return shortened && `${shortened}${CUT}`
}

/** A time as people say it: "6 pm", "6:30 pm tomorrow", "noon on Nov 28". Midnight is the end of a day. */
function describeTime(time: Date, { timeZone, now }: { timeZone: string; now: Date }): string {
  const { date, time: clock, hour } = localParts(time, timeZone)
  const isMidnight = clock === '00:00'
  const day = isMidnight ? localParts(new Date(time.getTime() - 1), timeZone).date : date
  return `${isMidnight ? 'midnight' : describeClock(clock, hour)}${describeDay(day, localParts(now, timeZone).date)}`
}

function describeClock(clock: string, hour: number): string {
  if (clock === '12:00') return 'noon'
  const minutes = clock.slice(2)
  return `${hour % 12 || 12}${minutes === ':00' ? '' : minutes} ${hour < 12 ? 'am' : 'pm'}`
}

/** @param date and today: calendar dates, whose distance is one of days in UTC */
function describeDay(date: string, today: string): string {
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS
  if (days <= 0) return ''
  if (days === 1) return ' tomorrow'
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return ` on ${format.format(new Date(date))}`
}
