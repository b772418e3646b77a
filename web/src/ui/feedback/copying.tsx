import visuallyHidden from '../layout/visually-hidden.module.css'
import { useTransientValue } from './use-transient-value.ts'

/** How long a button shows that it has copied. */
const SAID_MS = 3_000

const COPYING_REFUSED = "Your browser didn't allow copying. Select the text and copy it instead."

/** Browsers allow copying only over https and on localhost. */
export const mayCopy = () => Boolean(navigator.clipboard)

/**
 * Copies a text to the clipboard.
 * @returns what to say beside the button: `done`, or why not
 */
export const copyText = (text: string, done: string): Promise<string> =>
  navigator.clipboard.writeText(text).then(
    () => done,
    () => COPYING_REFUSED,
  )

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

/** What came of copying, beside the button with its tick. Screen readers are told; everybody reads why it was refused. */
export const CopyResult = ({ said }: { said: string | null }) => (
  <span role="status" className={said === COPYING_REFUSED ? undefined : visuallyHidden.text}>
    {said}
  </span>
)
