import { STATUS_LABELS, URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { requiredBloodOf } from '@blood-bank/contract/blood-requests/required-blood'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { donorGroupsFor, HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { formatUsDate, formatUsTime } from '../../../platform/clock/local-time.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { PublicSite } from './document.ts'
import { qrCode } from './qr-code.ts'
import type { PublicBloodRequest } from './view.ts'

type Options = { url: string; now: Date } & Pick<PublicSite, 'timeZone'>

/** What a preview of the link says. It is a copy that nobody updates, so it says when it was true. */
export function describeActive(bloodRequest: PublicBloodRequest, { timeZone, now }: Options): string {
  const { urgency, neededBy } = bloodRequest
  const until = neededBy ? `, needed by ${formatUsTime(neededBy, timeZone)}` : ''
  const need = `${URGENCY_DESCRIPTIONS[urgency]}, ${unitsLeft(bloodRequest)}${until}.`
  return `${need} As of ${formatUsTime(now, timeZone)}; open the link to see the current status.`
}

export const titleOf = (bloodRequest: PublicBloodRequest): string => {
  const { hospital } = bloodRequest
  return `${requiredBloodOf(bloodRequest)} is needed${hospital === null ? '' : ` at ${hospital}`}`
}

/** The page of an active blood request; printed, it is a poster. */
export function activePage(bloodRequest: PublicBloodRequest, { url, timeZone, now }: Options): Html {
  const { id, requiredBloodGroup: group, hospital, urgency, neededBy, unconfirmedSince } = bloodRequest
  return html`<article class="card">
<div class="head">
<p class="group" data-rh="${group.endsWith('-') ? 'negative' : 'positive'}" aria-hidden="true">${withMinus(group)}</p>
<h1>${requiredBloodOf(bloodRequest)} is needed</h1>
</div>
<dl class="facts">
${fact('Hospital', hospital ?? 'Members see it after signing in')}
${fact('Urgency', URGENCY_DESCRIPTIONS[urgency])}
${fact('Units', unitsLeft(bloodRequest))}
${neededBy && fact('Needed by', formatUsTime(neededBy, timeZone))}
${fact('Who can give', donorGroupsFor(group).map(withMinus).join(', '))}
${fact('Status', STATUS_LABELS.active, `As of ${formatUsTime(now, timeZone)}`)}
</dl>
${unconfirmedSince && unconfirmed(formatUsDate(unconfirmedSince, timeZone))}
${bloodRequest.unitsLeft === 0 && ENOUGH_GIVEN}
<div class="help">
<p><a class="button" data-variant="primary" href="/view-requests?request=${id}">I can help</a></p>
<p>You sign in or register first. Nobody sees your phone number unless you agree to show it for this request.</p>
</div>
<div class="scan">
${qrCode(url, 'QR code with the address of this page')}
<div>
<p class="call">Scan to see whether blood is still needed, and to help.</p>
<p class="address">${url}</p>
<p class="hint">For a poster, print this page.</p>
</div>
</div>
<p class="small">Never pay or ask for money for blood. ${HOSPITAL_TESTS}</p>
</article>`
}

const fact = (name: string, value: string, note: string | null = null) =>
  html`<div><dt>${name}</dt><dd>${value}${note && html` <span class="note">${note}</span>`}</dd></div>`

const unitsLeft = ({ unitsLeft, unitsRequired }: PublicBloodRequest) =>
  unitsRequired === 1 ? `${unitsLeft} unit still needed` : `${unitsLeft} of ${unitsRequired} still needed`

const unconfirmed = (day: string) =>
  html`<p class="notice">Not confirmed since ${day}: the member who asked has not said since then whether blood is still needed.</p>`

const ENOUGH_GIVEN = html`<p class="notice">All units have been given. The member who asked has not closed the request yet.</p>`
