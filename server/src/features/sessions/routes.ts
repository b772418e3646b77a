import { readSession, signIn, signOut } from '@blood-bank/contract/sessions'
import type { FastifyRequest } from 'fastify'
import { CLIENT_ADDRESS_HEADER } from '../../auth/library.ts'
import { forgetSessionCookie, readSessionToken, sessionCookieName } from '../../auth/session-cookie.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { endSession, findSessionUser } from './store.ts'

/** Sign-in through the auth library; who is signed in; sign-out. */
export function sessionRoutes({ http, db, config, auth, authSecret, limits }: Context): void {
  const tokenIn = (cookies: string | undefined) =>
    readSessionToken(cookies, sessionCookieName(config), authSecret)

  serve(http, readSession, async ({ actor }) => ({ user: actor }))

  serve(http, signIn, async ({ body, req, reply }) => {
    await limits.check('failuresOfAddress', req.ip)
    await limits.take('signInToAccountLong', body.email)
    await limits.take('signInToAccount', body.email)
    const { headers, response } = await auth.api
      .signInEmail({ body, headers: libraryHeaders(req), returnHeaders: true })
      .catch(async (error: unknown) => {
        if (!isWrongCredentials(error)) throw error
        await limits.tryTake('failuresOfAddress', req.ip)
        throw refuse('wrong-credentials')
      })
    await limits.clear('signInToAccount', body.email)
    await limits.clear('signInToAccountLong', body.email)
    const replaced = tokenIn(req.headers.cookie)
    if (replaced) await endSession(db, replaced)
    reply.header('set-cookie', headers.getSetCookie())
    return { user: await findSessionUser(db, response.token) }
  })

  serve(http, signOut, async ({ req, reply }) => {
    const token = tokenIn(req.headers.cookie)
    if (token) await endSession(db, token)
    reply.header('set-cookie', forgetSessionCookie(config))
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
