import { copyText, mayCopy } from '../../../ui/feedback/copy-text.ts'

export const COPIED = 'Copied. Paste it where you want to share it.'

/** Not every browser has the system's share sheet. */
export const hasShareSheet = () => Boolean(navigator.share)

/** Whether this browser can share or copy a text. */
export const maySend = () => hasShareSheet() || mayCopy()

/** Shares a text through the system's share sheet, or copies it where there is none. */
export async function sendText(text: string): Promise<void> {
  if (!navigator.share) return copyText(text, COPIED)
  try {
    await navigator.share({ text })
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    if (!isCancelled && mayCopy()) await copyText(text, COPIED)
  }
}
