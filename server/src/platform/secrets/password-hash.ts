import { hash, verify } from '@node-rs/argon2'

/** OWASP's minimum for argon2id; `memoryCost` is in KiB. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Keyboards encode the same characters differently; the normal form makes them one password. */
const normalize = (password: string) => password.normalize('NFKC')

/** An argon2id hash in PHC string format; computed outside the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(normalize(password), ARGON2ID)

export const verifyPassword = (account: { hash: string; password: string }): Promise<boolean> =>
  verify(account.hash, normalize(account.password))
