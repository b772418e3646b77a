import { timingSafeEqual } from 'node:crypto'
import { createKeyedHash } from '../../platform/secrets/hashes.ts'

const HEX_ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
/** 22 characters of the user's id and 43 of its keyed hash. */
const TOKEN = /^([\w-]{22})([\w-]{43})$/

/** What the link in an email stops. */
const SUBJECTS = ['alerts', 'thank-yous'] as const
export type UnsubscribeSubject = (typeof SUBJECTS)[number]

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

/**
 * Creates and reads the tokens of the links that stop alerts or thank-yous. A token is the user's id and its keyed hash: it needs no
 * table and is valid as long as the email is kept, also after the blood request is gone. It can do nothing else.
 */
export function createUnsubscribeTokens(authSecret: string) {
  const hashes = {
    alerts: createKeyedHash(authSecret, 'unsubscribing'),
    'thank-yous': createKeyedHash(authSecret, 'unsubscribing from thank-yous'),
  }
  const tokenOf = (userId: string, subject: UnsubscribeSubject = 'alerts') =>
    `${Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')}${hashes[subject](userId)}`

  return {
    tokenOf,

    /**
     * Reads a token, also with what a mail program has put into it or behind it.
     * @returns the user's id and what to stop; null for a token that this site has not created
     */
    read(written: string): { userId: string; subject: UnsubscribeSubject } | null {
      const token = written.replace(/[^\w-]/g, '')
      const [, id = ''] = TOKEN.exec(token) ?? []
      if (id === '') return null
      const userId = Buffer.from(id, 'base64url').toString('hex').replace(HEX_ID, '$1-$2-$3-$4-$5')
      const isOf = (subject: UnsubscribeSubject) =>
        timingSafeEqual(Buffer.from(tokenOf(userId, subject)), Buffer.from(token))
      const subject = SUBJECTS.find(isOf)
      return subject ? { userId, subject } : null
    },
  }
}
