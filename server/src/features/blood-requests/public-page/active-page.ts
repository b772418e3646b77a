import {
  capitalize,
  HOSPITAL_DECIDES_GROUPS,
  howGiven,
  needsPlatelets,
  publicShareText,
  requiredGroupOf,
  whatsAppUrl,
} from '@blood-bank/contract/blood-requests/descriptions'
import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { groupsThatMeet } from '@blood-bank/contract/donors/needs'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { describeLastMonth } from '@blood-bank/contract/offers/answer-times'
import { calendarDate, formatUsDate, formatUsTime } from '../../../platform/clock/local-time.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { PublicSite } from './document.ts'
import { qrCode } from './qr-code.ts'
import type { PublicBloodRequest } from './view.ts'

/** With the minutes after which the first donor answered last month; null if they are not known. */
type Options = { code: string; url: string; usualAnswerMinutes: number | null; now: Date } & Pick<
  PublicSite,
  'brandName' | 'clubName' | 'timeZone'
>

/** What a preview of the link says. It is a copy that nobody updates, so it says when it was true. */
export function describeActive(bloodRequest: PublicBloodRequest, { timeZone, now }: Options): string {
  const { urgency, neededBy } = bloodRequest
  const until = neededBy ? `, needed by ${formatUsTime(neededBy, timeZone)}` : ''
  const need = `${URGENCY_DESCRIPTIONS[urgency]}, ${unitsLeft(bloodRequest)}${until}.`
  return `${need} As of ${formatUsTime(now, timeZone)}; open the link to see the current status.`
}

/** "O+ needed today at Dhaka Medical College Hospital" */
export const titleOf = (bloodRequest: PublicBloodRequest, options: Options): string => {
  const { hospital } = bloodRequest
  return `${capitalize(requiredGroupOf(bloodRequest))} ${needed(bloodRequest, options)}${hospital === null ? '' : ` at ${hospital}`}`
}

/**
 * The page of an active blood request. Printed, it is a poster (`web/src/share-page/poster.css`), which shows the parts of
 * the heading apart.
 */
export function activePage(bloodRequest: PublicBloodRequest, options: Options): Html {
  const { requiredBloodGroup: group, hospital, urgency, neededBy, unconfirmedSince } = bloodRequest
  const { url, usualAnswerMinutes, brandName, clubName, timeZone, now } = options
  const need = needed(bloodRequest, options)
  const how = howGiven(bloodRequest)
  return html`<article class="card">
<div class="head">
<p class="group" data-length="${group.length}" aria-hidden="true">${withMinus(group)}</p>
<h1>${how && html`<span class="component">Platelets</span> `}<span class="what">${withMinus(group)}</span> <span class="when" data-length="${need.length > 12 ? 'long' : 'short'}">${need}</span>${hospital !== null && atHospital(hospital)}</h1>
</div>
${unconfirmedSince && unconfirmed(bloodRequest, formatUsDate(unconfirmedSince, timeZone))}
${bloodRequest.unitsLeft === 0 && ENOUGH_GIVEN}
<div class="help">
<p class="links"><a class="button" data-variant="primary" href="${helpUrl(bloodRequest, options)}">I can help</a>
${bloodRequest.unitsLeft > 0 && html`<a class="button" data-variant="secondary" href="${passItOnUrl(bloodRequest, url)}">Pass it on</a>`}</p>
<p>To help, you create an account or sign in. Nobody sees your phone number unless you agree to show it for this request. Pass it on opens WhatsApp.</p>
</div>
<dl class="facts">
${how && fact('Platelets', how)}
${hospital === null && fact('Hospital', 'Members see it after signing in')}
${fact('Urgency', URGENCY_DESCRIPTIONS[urgency])}
${fact('Units', unitsLeft(bloodRequest))}
${neededBy && fact('Needed by', formatUsTime(neededBy, timeZone))}
${fact('Who can give', whoCanGive(bloodRequest))}
${fact('As of', formatUsTime(now, timeZone))}
</dl>
<div class="scan">
${qrCode(url, 'QR code with the address of this page')}
<div>
<p class="call">Scan: is it still needed?</p>
<p class="address">${url}</p>
<p class="hint">For a poster, print this page.</p>
</div>
</div>
${usualAnswerMinutes !== null && html`<p class="pace">${describeLastMonth(usualAnswerMinutes)}</p>`}
<p class="small">Never pay or ask for money for blood.</p>
<p class="band"><strong>${brandName}</strong> <span>${clubName}</span></p>
</article>`
}

function needed(bloodRequest: PublicBloodRequest, options: Options): string {
  if (bloodRequest.unitsLeft === 0) return 'was needed'
  const when = describeWhen(bloodRequest, options)
  return when === null ? 'needed' : `needed ${when}`
}

const atHospital = (hospital: string) =>
  html` <span class="at">at</span> <span class="where" data-length="${lengthOf(hospital)}">${hospital}</span>`

/** How many lines a hospital may take on the poster, and how wide one is in em; poster.css has the sizes of the letters. */
const HOSPITAL_LETTERS = [
  { length: 'short', lines: 2, width: 9.3 },
  { length: 'medium', lines: 3, width: 13.9 },
  { length: 'long', lines: 5, width: 23 },
]

/** The largest letters in which the hospital fits. */
const lengthOf = (hospital: string) =>
  HOSPITAL_LETTERS.find(({ lines, width }) => linesOf(hospital, width) <= lines)?.length ?? 'longest'

function linesOf(text: string, lineWidth: number): number {
  let lines = 1
  let filled = -BLANK
  for (const word of text.split(' ')) {
    const width = BLANK + widthOf(word)
    if (filled > 0 && filled + width > lineWidth) {
      lines += 1
      filled = -BLANK
    }
    filled += width
    // A word that is longer than a line is broken.
    lines += Math.floor(filled / lineWidth)
    filled %= lineWidth
  }
  return lines
}

/** In em, as the widths below, which are rather too large. */
const BLANK = 0.25
const LETTER_WIDTHS: [RegExp, number][] = [
  [/[fijlrtI.,'()-]/, 0.4],
  [/[a-ln-vxyz]/, 0.6],
  [/[A-Z0-9mw]/, 0.75],
]

/** Letters of other scripts are at most about as wide as high. */
const widthOf = (word: string) =>
  [...word].reduce((sum, letter) => {
    const known = LETTER_WIDTHS.find(([letters]) => letters.test(letter))
    return sum + (known?.[1] ?? 1.1)
  }, 0)

/** Registering keeps the request in view and leads back to it; members go to it at once. */
const helpUrl = ({ id }: PublicBloodRequest, { code }: Options) =>
  `/register?${new URLSearchParams({ request: id, shared: code })}`

const passItOnUrl = ({ unitsLeft: units, ...need }: PublicBloodRequest, url: string) =>
  whatsAppUrl(publicShareText({ ...need, units }, url))

const whoCanGive = (bloodRequest: PublicBloodRequest) =>
  bloodRequest.takesOtherGroups
    ? `All groups. ${HOSPITAL_DECIDES_GROUPS}`
    : groupsThatMeet(bloodRequest).map(withMinus).join(', ')

const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const unitsLeft = ({ unitsLeft, unitsRequired }: PublicBloodRequest) =>
  unitsRequired === 1 ? `${unitsLeft} unit still needed` : `${unitsLeft} of ${unitsRequired} still needed`

const unconfirmed = (bloodRequest: PublicBloodRequest, day: string) =>
  html`<p class="notice">Since ${day} the member who asked has not said whether ${needsPlatelets(bloodRequest) ? 'platelets are' : 'blood is'} still needed. Ask before you set out.</p>`

const ENOUGH_GIVEN = html`<p class="notice">All units have been given. The member who asked has not closed the request yet.</p>`

/** What the owner of an urgent or moderate request said is true for as long as "Moderate (Within 24-48 hours)" promises. */
const STATED_FOR_MS = 48 * HOUR_MS

type Need = Pick<PublicBloodRequest, 'urgency' | 'unitsLeft' | 'neededBy' | 'statedAt' | 'unconfirmedSince'>

/**
 * By when blood is needed, for a heading: "today", "by tomorrow", "by Jan 5" or "soon". Null when it would be a guess: all
 * units were given, the time has passed, or the owner has not confirmed the request.
 */
export function describeWhen(
  { urgency, unitsLeft, neededBy, statedAt, unconfirmedSince }: Need,
  { now, timeZone }: { now: Date; timeZone: string },
): string | null {
  if (unitsLeft === 0 || unconfirmedSince !== null) return null
  if (neededBy === null && urgency === 'low') return 'soon'
  const deadline = neededBy ?? new Date(statedAt.getTime() + STATED_FOR_MS)
  if (deadline < now) return null
  return neededBy === null && urgency === 'urgent' ? 'today' : describeDate(deadline, { now, timeZone })
}

function describeDate(time: Date, { now, timeZone }: { now: Date; timeZone: string }): string {
  const date = calendarDate(time, timeZone)
  if (date === calendarDate(now, timeZone)) return 'today'
  if (date === calendarDate(new Date(now.getTime() + DAY_MS), timeZone)) return 'by tomorrow'
  return `by ${new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(time)}`
}
