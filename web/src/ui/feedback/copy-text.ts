import { showToast } from './toasts.ts'

/** Browsers let pages copy over https and on localhost only. */
export const mayCopy = () => Boolean(navigator.clipboard)

/** Puts a text where it can be pasted from, and says so; `done` is what is said then. */
export const copyText = (text: string, done: string) =>
  navigator.clipboard.writeText(text).then(
    () => showToast(done),
    () => showToast('Your browser did not allow copying.'),
  )
