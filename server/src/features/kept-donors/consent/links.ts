import { createKeyedHash } from '../../../platform/secrets/hashes.ts'
import { createIdTokens } from '../../../platform/secrets/id-tokens.ts'

/** 96 bits: a guess has no chance, as dead links are counted by network, and the link fits into one text message. */
const HASH_LENGTH = 16

/** The tokens of the pages of kept donors, which need no table: the id of the row and its keyed hash. */
export const createKeptTokens = (authSecret: string) =>
  createIdTokens(createKeyedHash(authSecret, 'kept donors'), HASH_LENGTH)
