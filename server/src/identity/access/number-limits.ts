import type { User } from '@blood-bank/contract/users/endpoints'

type Actor = Pick<User, 'id' | 'emailVerified'>
/** A reply with the hashes of the distinct numbers in it; the same object each time that a cached reply is sent. */
export type NumberedReply = { numbers: readonly number[] }

/** Limits how many numbers of other people an account is sent (`identity/numbers`). */
export type PhoneNumberLimits = {
  /** Hashes the distinct numbers or names in a reply. */
  hashDistinct: (texts: readonly (string | null)[]) => number[]
  /** The largest page that an account may get; a larger one would never fit its limits. */
  maxPageSizeFor: (actor: Actor) => number
  /** Counts the numbers of a reply before it is sent. @throws Refusal too-many-numbers */
  count: (actor: Actor, reply: NumberedReply) => Promise<void>
  /** Counts the numbers and names of a reply to an unverified account for its network. @throws Refusal too-many-numbers */
  countForNetwork: (address: string, reply: NumberedReply & { names: readonly number[] }) => void
  /** Writes the counts of an account, or of all, so that they are read after a restart or an erasure. */
  save: (userId?: string) => Promise<void>
}
