import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/**
 * A cookie of ours: out of reach of scripts and of other sites. Over https its name claims that it is bound to this
 * host.
 * @param maxAgeS how long browsers store it
 */
export function createCookie({ isHttps }: Pick<Config, 'isHttps'>, name: string, maxAgeS: number) {
  const fullName = isHttps ? `__Host-bloodbank.${name}` : `bloodbank.${name}`
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const

  return {
    /** The value that a browser sent; undefined when it has none. */
    read: (req: FastifyRequest): string | undefined => req.cookies[fullName],

    set(reply: FastifyReply, value: string): void {
      reply.setCookie(fullName, value, { ...options, maxAge: maxAgeS })
    },

    /** Makes the browser forget it. */
    clear(reply: FastifyReply): void {
      reply.setCookie(fullName, '', { ...options, maxAge: 0 })
    },
  }
}

/** Compares two secrets without telling by its time how far they agree. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
