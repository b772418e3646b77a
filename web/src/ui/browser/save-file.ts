/** Long enough for the browser to have taken the content. */
const KEPT_MS = 60_000

/** Saves a content among the person's downloads, under the name given. */
export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
