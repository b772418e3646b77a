import { type Context, createContext, Script } from 'node:vm'

/** No more of a reply is matched. */
export const MAX_REPLY_LENGTH = 1_000

/** A pattern that needs longer is of the kind that can take forever. */
const TIMEOUT_MS = 500

/** In a context of its own, because only there can Node stop an expression that takes forever. */
const TEST = new Script('new RegExp(pattern).test(text)')

let context: Context | undefined

/** @throws SyntaxError of the pattern; another error if it takes too long */
function matches(pattern: string, text: string): boolean {
  context ??= createContext(Object.create(null))
  Object.assign(context, { pattern, text: text.slice(0, MAX_REPLY_LENGTH) })
  return TEST.runInContext(context, { timeout: TIMEOUT_MS })
}

/**
 * A test whether a reply matches a pattern of the operator. A pattern that takes too long on a reply does not match it, so
 * that no gateway can stop the server.
 */
export const createReplyTest =
  (pattern: string) =>
  (reply: string): boolean => {
    try {
      return matches(pattern, reply)
    } catch {
      return false
    }
  }

/** What a pattern cannot be used for; null for one that can be used. */
export function faultOfPattern(pattern: string): 'invalid' | 'slow' | null {
  try {
    for (const reply of ['', ...slowReplies(pattern)]) matches(pattern, reply)
    return null
  } catch (error) {
    // The error comes from the other context, whose classes are not those of this one.
    return (error as Error).name === 'SyntaxError' ? 'invalid' : 'slow'
  }
}

/** Replies on which a pattern that repeats a repetition takes forever: its own characters, repeated, and then another one. */
function slowReplies(pattern: string): string[] {
  const start = /^\^?([\w\s:,;|"=-]*)/.exec(pattern)?.[1] ?? ''
  const repeated = new Set(['a', '0', ' ', '"', ...(pattern.match(/\w+|./gs) ?? []), ...pattern])
  return [...repeated].flatMap(part =>
    ['', start.slice(0, -1), start].map(
      before => `${(before + part.repeat(MAX_REPLY_LENGTH)).slice(0, MAX_REPLY_LENGTH - 1)}\u0000`,
    ),
  )
}
