/** The text below the changelog's heading `## 1.1.0` or `## 1.1.0 – date`; null if there is none. */
export function findEntry(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find(section => /^\S+/.exec(section)?.[0] === version)
  const text = section?.slice(section.indexOf('\n')).trim()
  return text || null
}
