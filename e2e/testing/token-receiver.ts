import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { addressOf } from './product.ts'

/** Another service of the university that trusts tokens of the product. */
export type TokenReceiver = {
  url: string
  /** The requests in their order, without preflights; `claims` if the token was valid. */
  received: { method: string; claims?: JWTPayload }[]
  /** Sends it a token as a page does. @returns the status of the reply */
  sendToken(token: string): Promise<number>
}

type Trust = {
  /** The address of the product whose tokens it accepts. A function, because the product is started later. */
  issuer: () => string
  /** How many seconds its clock is ahead of ours. */
  aheadSeconds?: number
}

/** Starts a service that accepts the issuer's tokens for it and refuses all others with 401. It ends with the file. */
export async function startTokenReceiver({ issuer, aheadSeconds = 0 }: Trust): Promise<TokenReceiver> {
  const received: TokenReceiver['received'] = []
  const claimsIn = async (token: string) => {
    const keys = createRemoteJWKSet(new URL('/api/session/token-keys', issuer()))
    const currentDate = new Date(Date.now() + aheadSeconds * 1_000)
    const verified = await jwtVerify(token, keys, { issuer: issuer(), audience: url, currentDate })
    return verified.payload
  }
  async function handle({ method = '', headers }: IncomingMessage): Promise<number> {
    const call: TokenReceiver['received'][number] = { method }
    received.push(call)
    if (method === 'DELETE') return 204
    const claims = await claimsIn(headers.authorization?.replace(/^Bearer /, '') ?? '').catch(() => null)
    if (claims) call.claims = claims
    return claims ? 204 : 401
  }
  const server = createServer(async (req, res) => {
    res.setHeader('access-control-allow-origin', issuer())
    res.setHeader('access-control-allow-methods', 'POST, DELETE')
    res.setHeader('access-control-allow-headers', 'authorization')
    res.statusCode = req.method === 'OPTIONS' ? 204 : await handle(req)
    res.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const url = addressOf(server)
  return {
    url,
    received,
    async sendToken(token) {
      const reply = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      return reply.status
    },
  }
}
