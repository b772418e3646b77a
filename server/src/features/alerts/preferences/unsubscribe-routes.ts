import { stopEmails } from '@blood-bank/contract/alerts/preferences'
import { SUCCESS_MESSAGES } from '@blood-bank/contract/passwords/accounts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { inTransaction, type Transaction } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { UnsubscribeSubject, UnsubscribeTokens } from '../unsubscribe-tokens.ts'
import { changePreferences } from './change-preferences.ts'

/** Mail programs send a short form, whose content is not read. */
const MAX_BODY_BYTES = 4_096

/** How thank-yous are stopped, which come after alerts. */
type Stops = { stopThankYous: (db: Transaction, userId: string, now: Date) => Promise<void> }

const MESSAGES: Record<UnsubscribeSubject, string> = {
  alerts: SUCCESS_MESSAGES.alertsStopped,
  'thank-yous': SUCCESS_MESSAGES.thankYousStopped,
}

/**
 * Turns alerts or thank-yous off by the link in an email. The token is the credential: nobody has to sign in, no cookie is read, and
 * nothing else is possible with it. An erased account gets the same reply, as it gets no alerts either.
 */
export function unsubscribeRoutes(
  { http, db, now }: Context,
  tokens: UnsubscribeTokens,
  { stopThankYous }: Stops,
): void {
  serve(http, stopEmails, async ({ body: { token }, req }) => {
    return { message: await stop(token, req) }
  })

  /**
   * For mail programs (RFC 8058): the only unsafe routes without a check of the origin, and the only ones that accept
   * other bodies than JSON.
   */
  http.app.register(async app => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_req, _body, done) =>
      done(null, undefined),
    )
    for (const path of ['/unsubscribe/:token', '/unsubscribe/thank-yous/:token'])
      app.post<{ Params: { token: string } }>(
        path,
        {
          config: { acceptsAnyOrigin: true, isLookUp: true },
          schema: { hide: true },
          preHandler: http.admitCall,
        },
        async (req, reply) => {
          const message = await stop(req.params.token, req)
          return reply.header('cache-control', 'no-store').send({ message })
        },
      )
  })

  async function stop(token: string, req: FastifyRequest): Promise<string> {
    const found = tokens.read(token)
    req.hasFoundNothing = !found
    if (!found) throw refuse('unsubscribe-link-not-valid')
    const { userId, subject } = found
    await inTransaction(db, async db => {
      if (subject === 'thank-yous') await stopThankYous(db, userId, now())
      else await changePreferences(db, userId, { isOn: false, now: now() })
    })
    return MESSAGES[subject]
  }
}
