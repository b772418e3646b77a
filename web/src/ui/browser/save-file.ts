import { MINUTE_MS } from '@blood-bank/contract/durations'

/** Long enough for the browser to have read the content. */
const REVOKE_DELAY_MS = MINUTE_MS

/** Saves content to the person's downloads under the given name. */
export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS)
}
