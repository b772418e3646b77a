import {
  endOtherSessions,
  listOtherSessions,
  readSession,
  signIn,
  signOut,
} from '@blood-bank/contract/sessions'
import { endSessionsOf } from '../../auth/end-sessions.ts'
import { attemptPassword } from '../../auth/password-attempt.ts'
import { forgetSessionCookie } from '../../auth/session-cookie.ts'
import { signInWithPassword } from '../../auth/sign-in.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { endSession, listOtherSessionsOf } from './store.ts'
import { otherSessionForOwner } from './view.ts'

/** Sign-in; who is signed in, here and elsewhere; sign-out. */
export function sessionRoutes({ http, db, config, auth, tokenOf, cookieOf, limits }: Context): void {
  serve(http, readSession, async ({ actor }) => ({ user: actor }))

  serve(http, signIn, async ({ body, req, reply }) => {
    const signedIn = await attemptPassword(limits, { email: body.email, address: req.ip }, () =>
      signInWithPassword(
        { auth, db, maxSessions: config.limits.sessionsPerAccount },
        {
          ...body,
          address: req.ip,
          userAgent: req.headers['user-agent'],
          replacedToken: tokenOf(req),
        },
      ),
    )
    if (!signedIn) throw refuse('wrong-credentials')
    reply.header('set-cookie', cookieOf(signedIn.token))
    // The session is good for taking one's data and for erasing it (contract, `evenSuspended`).
    if (signedIn.isSuspended) throw refuse('account-suspended')
    return { user: signedIn.user }
  })

  serve(http, signOut, async ({ req, reply }) => {
    const token = tokenOf(req)
    if (token) await endSession(db, token)
    reply.header('set-cookie', forgetSessionCookie(config))
    return undefined
  })

  serve(http, listOtherSessions, async ({ actor, req, query }) => {
    const others = { userId: actor.id, exceptToken: tokenOf(req), idleDays: config.limits.sessionIdleDays }
    const { records, next } = await listOtherSessionsOf(db, others, query)
    return { records: records.map(otherSessionForOwner), next }
  })

  serve(http, endOtherSessions, async ({ actor, req }) => {
    await endSessionsOf(db, actor.id, { but: tokenOf(req) })
    return undefined
  })
}
