import { requiredBloodOf } from '@blood-bank/contract/blood-requests/descriptions'
import type { ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import { type Html, html } from '../../../platform/html.ts'
import type { PublicBloodRequest } from './view.ts'

type Message = { title: string; description: string; content: Html }

const CLOSED: Record<ClosedStatus, string> = {
  fulfilled: 'was fulfilled',
  cancelled: 'was cancelled',
}

const NUMBER_WORDS = 'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ')

/** "Three people from campus helped. Thank you." Nobody can be recognized by it. */
export const describeHelp = (people: number): string =>
  `${NUMBER_WORDS[people - 1] ?? people} ${people === 1 ? 'person' : 'people'} from campus helped. Thank you.`

/** After a request has closed, so that a link that is still passed on does no harm. */
export function closedPage(bloodRequest: PublicBloodRequest, status: ClosedStatus): Message {
  const { hospital, peopleWhoGave } = bloodRequest
  const hasHelpers = status === 'fulfilled' && peopleWhoGave > 0
  const title = hasHelpers ? describeHelp(peopleWhoGave) : 'Blood is no longer needed'
  const place = hospital === null ? '' : ` at ${hospital}`
  const description = `The request for ${requiredBloodOf(bloodRequest)}${place} ${CLOSED[status]}. Nobody has to come any more.`
  return {
    title,
    description,
    content: message(
      title,
      html`<p>${description}</p>
<p>${hasHelpers ? '' : 'Thank you for wanting to help, and for passing the link on. '}Somebody else may need you today.</p>
<p class="links"><a class="button" data-variant="primary" href="/register-donor">Become a Donor</a>
<a class="button" data-variant="secondary" href="/view-requests">See who needs blood now</a></p>`,
    ),
  }
}

/** The same for an unknown, revoked or deleted page, a hidden request and a suspended owner: nobody can tell which. */
export function unavailablePage(): Message {
  const title = 'This page is not available'
  const description = 'It is no longer shared, or the address is incomplete.'
  return {
    title,
    description,
    content: message(
      title,
      html`<p>${description} If somebody sent you the link, ask them for a new one.</p>
<p class="links"><a class="button" data-variant="secondary" href="/">Go to the start page</a></p>`,
    ),
  }
}

/** When the page cannot be shown at the moment. */
export function failurePage(reason: string): Message {
  const title = "The page couldn't be shown"
  return { title, description: reason, content: message(title, html`<p>${reason}</p>`) }
}

const message = (title: string, content: Html) => html`<article class="card">
<h1>${title}</h1>
${content}
</article>`
