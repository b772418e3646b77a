import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** Creates the secret of a link in an email: 256 bits, so that it cannot be guessed. Store only its hash. */
export const createLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
