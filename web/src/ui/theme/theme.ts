import { useSyncExternalStore } from 'react'

export const THEMES = { light: 'Light', dark: 'Dark', system: 'System' } as const
export type Theme = keyof typeof THEMES

/** A browser keeps a cookie for no longer; every choice begins it anew. */
const LONGEST_KEPT_S = 400 * 24 * 3600

const listeners = new Set<() => void>()

/** The theme that this person chose; on a page that was rendered before it came here, the system's. */
export const useTheme = (): Theme => useSyncExternalStore(listen, chosen, () => 'system')

/** Shows a theme, here and now, and keeps it for the next visit where the browser lets us. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  keep(theme)
  colourBrowserBar()
  for (const listener of listeners) listener()
}

/**
 * A cookie, so that the server can send the landing page as it is to look (platform/http/pages/pages.ts); app/early.ts reads it on the
 * other pages. Where the browser takes none, the choice lasts as long as the page.
 */
function keep(theme: Theme) {
  const lifetime = theme === 'system' ? 0 : LONGEST_KEPT_S
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in browsers that are in use.
  document.cookie = `theme=${theme}; Path=/; Max-Age=${lifetime}; SameSite=Lax`
}

/** Tints the browser's own bar like the page: `index.html` names one colour for each theme. */
export function colourBrowserBar(): void {
  const theme = chosen()
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset
    meta.media =
      theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all'
  }
}

function chosen(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
