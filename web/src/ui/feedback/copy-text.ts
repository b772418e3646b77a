import { showToast } from './toasts.ts'

/** Browsers allow copying only over https and on localhost. */
export const mayCopy = () => Boolean(navigator.clipboard)

/**
 * Copies a text to the clipboard and reports it: `done` on success. A dialog passes its own `report`, as the page behind it
 * with the toasts is hidden from screen readers.
 */
export const copyText = (text: string, done: string, report: (message: string) => void = showToast) =>
  navigator.clipboard.writeText(text).then(
    () => report(done),
    () => report("Your browser didn't allow copying. Select the text and copy it instead."),
  )
