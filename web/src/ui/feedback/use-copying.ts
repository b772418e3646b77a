import { COPYING_REFUSED, copyText } from './copy-text.ts'
import { useTransientValue } from './use-transient-value.ts'

/** How long a button shows that it has copied. */
const SAID_MS = 3_000

/** Copies texts, and says for a moment what came of it (`CopyResult`): the button shows a tick. */
export function useCopying() {
  const [said, say] = useTransientValue<string>(SAID_MS)
  return {
    said,
    say,
    isCopied: said !== null && said !== COPYING_REFUSED,
    copy: async (text: string, done: string) => say(await copyText(text, done)),
  }
}
