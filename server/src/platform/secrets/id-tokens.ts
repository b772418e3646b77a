import { isSameSecret } from './hashes.ts'

const HEX_ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
const ID_LENGTH = 22
const HASH_LENGTH = 43

/**
 * Creates and reads the tokens of links that need no table: the id of a row and its keyed hash. Who reads one decides how long it is
 * valid. Each kind of link needs a hash of its own purpose.
 * @param hashLength how many characters of the hash, each of 6 bits, a token has: fewer in a text message
 */
export function createIdTokens(hash: (id: string) => string, hashLength = HASH_LENGTH) {
  const tokenOf = (id: string) =>
    `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}${hash(id).slice(0, hashLength)}`
  return {
    tokenOf,

    /**
     * Reads a token, also with what a mail program has put into it or behind it.
     * @returns the id; null for a token that this site has not created
     */
    read(written: string): string | null {
      const token = written.replace(/[^\w-]/g, '')
      const id = idIn(token)
      return isSameSecret(tokenOf(id), token) ? id : null
    },
  }
}

/** The id that a token names, whoever created it. */
export const idIn = (token: string): string =>
  Buffer.from(token.slice(0, ID_LENGTH), 'base64url').toString('hex').replace(HEX_ID, '$1-$2-$3-$4-$5')
