import {
  isOrAre,
  linkPreviewOf,
  needsPlatelets,
  requiredBloodOf,
} from '@blood-bank/contract/blood-requests/descriptions'
import type { ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import { restoreAddress } from '@blood-bank/contract/pages/addresses'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../identity/access/context.ts'
import { type Html, html } from '../../../platform/html.ts'
import { refusalOf } from '../../../platform/http/errors.ts'
import type { BloodRequestHooks } from '../hooks.ts'
import { findPublicPlace } from '../hospitals/public-place.ts'
import { findSharedBloodRequest, isShareCode } from '../sharing/store.ts'
import { activePage, describeActive, titleOf } from './active-page.ts'
import { type PublicSite, renderDocument, type Theme } from './document.ts'
import { bloodRequestForAnybody, type PublicBloodRequest } from './view.ts'

/**
 * Browsers ask each time. Proxies may keep a page, so that one that is passed on widely does not burden the server: two in a
 * row that do not tell each other its age keep it for a minute at most.
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=30, must-revalidate'

/**
 * The public page of a blood request, for crawlers and old phones: rendered here, without scripts. Calls are limited like
 * other look-ups by a link.
 */
export function publicPageRoutes(
  { http, db, config, now, today }: Context,
  {
    readProgress,
    findUsualAnswerMinutes,
  }: Pick<BloodRequestHooks, 'readProgress' | 'findUsualAnswerMinutes'>,
  files: Pick<PublicSite, 'styleSheet' | 'font'>,
): void {
  const { brandName, clubName, publicUrl, timeZone } = config
  const site: PublicSite = { brandName, clubName, publicUrl, timeZone, ...files }

  async function readPage(code: string) {
    const found = isShareCode(code) ? await findSharedBloodRequest(db, code) : null
    if (!found) return { status: 404, page: { ...unavailablePage(), preview: null } }
    const progress = (await readProgress(db, [found.id])).get(found.id)
    const { hospital } = await findPublicPlace(db, found, now())
    const bloodRequest = bloodRequestForAnybody(found, { hospital, progress })
    const { status } = bloodRequest
    const url = `${publicUrl}/r/${code}`
    const isNeeded = status === 'active' && bloodRequest.unitsLeft > 0
    const picture = linkPreviewOf(bloodRequest, { isNeeded })
    const preview = { url, picture }
    if (status !== 'active') return { status: 200, page: { ...closedPage(bloodRequest, status), preview } }
    const usualAnswerMinutes = await findUsualAnswerMinutes(db, today())
    const options = { code, url, usualAnswerMinutes, ...site, now: now() }
    const page = {
      title: titleOf(bloodRequest, options),
      description: describeActive(bloodRequest, options),
      content: activePage(bloodRequest, options),
    }
    return { status: 200, page: { ...page, preview } }
  }

  const send = (
    req: FastifyRequest,
    reply: FastifyReply,
    { status, page }: Awaited<ReturnType<typeof readPage>>,
  ) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('vary', 'accept-encoding, cookie')
      .send(renderDocument(page, site, themeOf(req)))

  http.app.get<{ Params: { code: string } }>(
    '/r/:code',
    {
      schema: { hide: true },
      config: { hasNoScripts: true, isLookUp: true },
      preHandler: http.admitCall,
      errorHandler: (error, req, reply) => {
        const { status, message, retryAfterSeconds } = refusalOf(error, req)
        if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds))
        reply.header('cache-control', 'no-store')
        return send(req, reply, { status, page: { ...failurePage(message), preview: null } })
      },
    },
    async (req, reply) => {
      const restored = isShareCode(req.params.code) ? null : restoreAddress(req.url)
      if (restored !== null) return reply.header('cache-control', 'no-store').redirect(restored)
      const found = await readPage(req.params.code)
      req.hasFoundNothing = found.status === 404
      return send(req, reply.header('cache-control', CACHE_CONTROL), found)
    },
  )
}

function themeOf({ cookies }: { cookies: FastifyRequest['cookies'] | null }): Theme {
  // Calls that are refused early, such as under load, are refused before cookies are read.
  const theme = cookies?.theme
  return theme === 'light' || theme === 'dark' ? theme : null
}

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
function closedPage(bloodRequest: PublicBloodRequest, status: ClosedStatus): Message {
  const { hospital, peopleWhoGave } = bloodRequest
  const hasHelpers = status === 'fulfilled' && peopleWhoGave > 0
  const title = hasHelpers
    ? describeHelp(peopleWhoGave)
    : `${needsPlatelets(bloodRequest) ? 'Platelets' : 'Blood'} ${isOrAre(bloodRequest)} no longer needed`
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
function unavailablePage(): Message {
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
function failurePage(reason: string): Message {
  const title = "The page couldn't be shown"
  return { title, description: reason, content: message(title, html`<p>${reason}</p>`) }
}

const message = (title: string, content: Html) => html`<article class="card">
<h1>${title}</h1>
${content}
</article>`
