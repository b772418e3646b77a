import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The address of another university service that is told about sign-ins, and the maximum age of a token. */
export const TokenSync = z.object({ url: z.string(), maxAgeSeconds: z.int() })
export type TokenSync = z.infer<typeof TokenSync>

export const issueToken = endpoint({
  method: 'POST',
  path: '/api/session/tokens',
  // The other service believes the address, which anybody can register.
  access: 'email-verified',
  unverifiedMessage: 'Please verify your email address first: another service relies on it.',
  summary: 'A short-lived signed token that tells another service whose verified address this is; no role.',
  reply: { status: 201, body: z.object({ token: z.string() }) },
  refusals: ['not-found'],
})

const JsonWebKey = z.looseObject({ kty: z.string(), kid: z.string() })

export const readTokenKeys = endpoint({
  method: 'GET',
  path: '/api/session/token-keys',
  access: 'everyone',
  summary: 'The public keys (JWKS) with which the tokens are checked.',
  reply: { status: 200, body: z.object({ keys: z.array(JsonWebKey) }) },
  refusals: ['not-found'],
})
