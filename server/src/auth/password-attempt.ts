import type { AttemptLimits } from './attempt-limits.ts'

/** Whose password is tried, and the network address it is tried from. */
type Attempt = { email: string; address: string }

/**
 * One try of a password, wherever it is asked for. It counts before the password is looked at, so that many at once
 * are no way around; a right one forgets what was counted, a wrong one counts for longer, and for the network address.
 * @param isRight gives something when the password is right, null when it is wrong
 * @throws Refusal too-many-attempts
 */
export async function attemptPassword<T>(
  limits: AttemptLimits,
  { email, address }: Attempt,
  isRight: () => Promise<T | null>,
): Promise<T | null> {
  await limits.check({ failuresOfAddress: address, failuresOfAccount: email })
  await limits.take('signInToAccount', email)
  const right = await isRight()
  if (right === null) {
    await limits.tryTake('failuresOfAddress', address)
    await limits.tryTake('failuresOfAccount', email)
    return null
  }
  await limits.clear(email, 'signInToAccount', 'failuresOfAccount')
  return right
}
