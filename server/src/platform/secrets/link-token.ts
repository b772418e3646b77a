import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const SHORT_TOKEN_BYTES = 16

/** Creates the secret of a link in an email: 256 bits, so that it cannot be guessed. Store only its hash. */
export const createLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The same for a link in a text message, where each character counts: 128 bits, in 22 characters. */
export const createShortLinkToken = (): string => randomBytes(SHORT_TOKEN_BYTES).toString('base64url')

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
