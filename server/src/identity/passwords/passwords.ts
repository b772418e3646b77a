import { hash, verify } from '@node-rs/argon2'

/** OWASP's least for argon2id; `memoryCost` is in KiB. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The same password typed on two keyboards is the same password. */
const normalized = (password: string) => password.normalize('NFKC')

/** An argon2id hash in the PHC form; runs beside the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(normalized(password), ARGON2ID)

export const verifyPassword = (account: { hash: string; password: string }): Promise<boolean> =>
  verify(account.hash, normalized(account.password))
