/** Long enough for the browser to have taken the content. */
const KEPT_MS = 60_000

/** Saves a text among the person's downloads, under the name given. */
export function saveFile(name: string, text: string, type: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
