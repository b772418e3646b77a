import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/**
 * Creates a cookie that scripts and other sites cannot read. Over HTTPS the `__Host-` prefix binds it to this host.
 * @param maxAgeS how long browsers store it
 */
export function createCookie({ isHttps }: Pick<Config, 'isHttps'>, name: string, maxAgeS: number) {
  const fullName = isHttps ? `__Host-bloodbank.${name}` : `bloodbank.${name}`
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const

  return {
    /** The value that the browser sent; undefined if it sent none. */
    read: (req: FastifyRequest): string | undefined => req.cookies[fullName],

    set(reply: FastifyReply, value: string): void {
      reply.setCookie(fullName, value, { ...options, maxAge: maxAgeS })
    },

    /** Removes the cookie from the browser. */
    clear(reply: FastifyReply): void {
      reply.setCookie(fullName, '', { ...options, maxAge: 0 })
    },
  }
}

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
