/** Browsers allow copying only over https and on localhost. */
export const mayCopy = () => Boolean(navigator.clipboard)

export const COPYING_REFUSED = "Your browser didn't allow copying. Select the text and copy it instead."

/**
 * Copies a text to the clipboard.
 * @returns what to say beside the button: `done`, or `COPYING_REFUSED`
 */
export const copyText = (text: string, done: string): Promise<string> =>
  navigator.clipboard.writeText(text).then(
    () => done,
    () => COPYING_REFUSED,
  )
