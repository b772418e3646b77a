import { useSyncExternalStore } from 'react'
import { showToast } from './toasts.ts'

/** Browsers allow copying only over https and on localhost. */
export const mayCopy = () => Boolean(navigator.clipboard)

const doesNotChange = () => () => {}

/** The same for what is rendered: the server takes for granted that it may. */
export const useMayCopy = () => useSyncExternalStore(doesNotChange, mayCopy, () => true)

/** Copies a text to the clipboard and says so in a toast: `done` on success. */
export const copyText = (text: string, done: string) =>
  navigator.clipboard.writeText(text).then(
    () => showToast(done),
    () => showToast("Your browser didn't allow copying. Select the text and copy it instead."),
  )
