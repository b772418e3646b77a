import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { addressOf } from './product.ts'

/** Another service of the university, as one that trusts the product would be written. */
export type Receiver = {
  url: string
  /** The calls as they came in, preflights left out; `claims` of a token once it was found to be good. */
  heard: { method: string; claims?: JWTPayload }[]
  /** Sends it a token as a page does; gives the status of the answer. */
  tell(token: string): Promise<number>
}

type Trust = {
  /** Where the product is, whose tokens it takes; asked at each call, as it is started after the service. */
  issuer: () => string
  /** How many seconds its clock is ahead of ours. */
  aheadSeconds?: number
}

/** Starts a service that takes tokens made for it by the issuer and refuses all others with 401; it ends with the file. */
export async function aReceiver({ issuer, aheadSeconds = 0 }: Trust): Promise<Receiver> {
  const heard: Receiver['heard'] = []
  const claimsIn = async (token: string) => {
    const keys = createRemoteJWKSet(new URL('/api/session/token-keys', issuer()))
    const currentDate = new Date(Date.now() + aheadSeconds * 1_000)
    const verified = await jwtVerify(token, keys, { issuer: issuer(), audience: url, currentDate })
    return verified.payload
  }
  async function hear({ method = '', headers }: IncomingMessage): Promise<number> {
    const told: Receiver['heard'][number] = { method }
    heard.push(told)
    if (method === 'DELETE') return 204
    const claims = await claimsIn(headers.authorization?.replace(/^Bearer /, '') ?? '').catch(() => null)
    if (claims) told.claims = claims
    return claims ? 204 : 401
  }
  const server = createServer(async (req, res) => {
    res.setHeader('access-control-allow-origin', issuer())
    res.setHeader('access-control-allow-methods', 'POST, DELETE')
    res.setHeader('access-control-allow-headers', 'authorization')
    res.statusCode = req.method === 'OPTIONS' ? 204 : await hear(req)
    res.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const url = addressOf(server)
  return {
    url,
    heard,
    async tell(token) {
      const reply = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      return reply.status
    },
  }
}
