import { isSameSecret } from './hashes.ts'

const HEX_ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
/** 22 characters of the id and 43 of its keyed hash. */
const TOKEN = /^([\w-]{22})([\w-]{43})$/

export type IdTokens = ReturnType<typeof createIdTokens>

/**
 * Creates and reads the tokens of links that need no table: the id of a row and its keyed hash. Who reads one decides how long it is
 * valid. Each kind of link needs a hash of its own purpose.
 */
export function createIdTokens(hash: (id: string) => string) {
  const tokenOf = (id: string) =>
    `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}${hash(id)}`
  return {
    tokenOf,

    /**
     * Reads a token, also with what a mail program has put into it or behind it.
     * @returns the id; null for a token that this site has not created
     */
    read(written: string): string | null {
      const token = written.replace(/[^\w-]/g, '')
      const [, start = ''] = TOKEN.exec(token) ?? []
      const id = Buffer.from(start, 'base64url').toString('hex').replace(HEX_ID, '$1-$2-$3-$4-$5')
      return start !== '' && isSameSecret(tokenOf(id), token) ? id : null
    },
  }
}
