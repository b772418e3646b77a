import {
  endOtherSessions,
  listOtherSessions,
  readSession,
  signIn,
  signOut,
} from '@blood-bank/contract/sessions'
import type { FastifyRequest } from 'fastify'
import { endSessionsOf } from '../../auth/end-sessions.ts'
import { CLIENT_ADDRESS_HEADER } from '../../auth/library.ts'
import { attemptPassword } from '../../auth/password-attempt.ts'
import { forgetSessionCookie } from '../../auth/session-cookie.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { endSession, listSessionsOf } from './store.ts'
import { sessionForOwner } from './view.ts'

/** Sign-in through the auth library; who is signed in, here and elsewhere; sign-out. */
export function sessionRoutes({ http, db, config, auth, tokenOf, limits }: Context): void {
  serve(http, readSession, async ({ actor }) => ({ user: actor }))

  serve(http, signIn, async ({ body, req, reply }) => {
    const signedIn = await attemptPassword(limits, { email: body.email, address: req.ip }, () =>
      auth.api
        .signInEmail({ body, headers: libraryHeaders(req), returnHeaders: true })
        .catch((error: unknown) => {
          if (isWrongCredentials(error)) return null
          throw error
        }),
    )
    if (!signedIn) throw refuse('wrong-credentials')
    const { headers, response } = signedIn
    const replaced = tokenOf(req)
    if (replaced) await endSession(db, replaced)
    reply.header('set-cookie', headers.getSetCookie())
    const { id, email, role, emailVerified, createdAt } = response.user
    return { user: { id, email, role, emailVerified, createdAt: createdAt.toISOString() } }
  })

  serve(http, signOut, async ({ req, reply }) => {
    const token = tokenOf(req)
    if (token) await endSession(db, token)
    reply.header('set-cookie', forgetSessionCookie(config))
    return undefined
  })

  serve(http, listOtherSessions, async ({ actor, req }) => {
    const sessions = await listSessionsOf(db, actor.id)
    return { sessions: sessions.filter(({ token }) => token !== tokenOf(req)).map(sessionForOwner) }
  })

  serve(http, endOtherSessions, async ({ actor, req }) => {
    await endSessionsOf(db, actor.id, { but: tokenOf(req) })
    return undefined
  })
}

function libraryHeaders(req: FastifyRequest) {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: req.ip })
  const agent = req.headers['user-agent']
  if (agent) headers.set('user-agent', agent.slice(0, 300))
  return headers
}

const isWrongCredentials = (error: unknown) =>
  error instanceof Error && (error as { status?: unknown }).status === 'UNAUTHORIZED'
