import { timingSafeEqual } from 'node:crypto'
import { createKeyedHash } from '../../platform/secrets/keyed-hash.ts'

const HEX_ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
/** 22 characters of the user's id and 43 of its keyed hash. */
const TOKEN = /^([\w-]{22})([\w-]{43})$/

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

/**
 * Creates and reads the tokens of the links that stop alerts. A token is the user's id and its keyed hash: it needs no
 * table and is valid as long as the email is kept, also after the blood request is gone. It can do nothing else.
 */
export function createUnsubscribeTokens(authSecret: string) {
  const hash = createKeyedHash(authSecret, 'unsubscribing')
  const tokenOf = (userId: string) =>
    `${Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')}${hash(userId)}`

  return {
    tokenOf,

    /** @returns the user's id; null for a token that this site has not created */
    userOf(token: string): string | null {
      const [, id = ''] = TOKEN.exec(token) ?? []
      if (id === '') return null
      const userId = Buffer.from(id, 'base64url').toString('hex').replace(HEX_ID, '$1-$2-$3-$4-$5')
      return timingSafeEqual(Buffer.from(tokenOf(userId)), Buffer.from(token)) ? userId : null
    },
  }
}
