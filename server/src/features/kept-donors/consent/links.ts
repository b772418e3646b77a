import { createKeyedHash } from '../../../platform/secrets/hashes.ts'
import { createIdTokens, idIn } from '../../../platform/secrets/id-tokens.ts'
import type { KeptDonorRow } from '../tables.ts'

/** 96 bits: a guess has no chance, as dead links are counted by network, and the link fits into one text message. */
const HASH_LENGTH = 16

/**
 * The tokens of the pages of kept donors, which need no table: the id of the row and a keyed hash of it and the number. Whoever
 * got the link at a wrong number does not read the right one.
 */
export function createKeptTokens(authSecret: string) {
  const hash = createKeyedHash(authSecret, 'kept donors')
  const tokensTo = (contactNumber: string) =>
    createIdTokens(id => hash(`${id} ${contactNumber}`), HASH_LENGTH)
  return {
    tokenOf: ({ id, contactNumber }: Pick<KeptDonorRow, 'id' | 'contactNumber'>): string =>
      tokensTo(contactNumber).tokenOf(id),

    /** Reads whom a token is about, with a function that finds them by their id. */
    async find(
      token: string,
      findById: (id: string) => Promise<KeptDonorRow | null>,
    ): Promise<KeptDonorRow | null> {
      const donor = await findById(idIn(token))
      return donor && tokensTo(donor.contactNumber).read(token) !== null ? donor : null
    },
  }
}
