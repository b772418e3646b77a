import { useSyncExternalStore } from 'react'

export const THEMES = { light: 'Light', dark: 'Dark', system: 'System' } as const
export type Theme = keyof typeof THEMES

/** Under which the browser keeps the choice; `app/early.ts` reads it before the first paint. */
const KEY = 'theme'

const listeners = new Set<() => void>()

/** The theme that this person chose; on a page that was rendered before it came here, the system's. */
export const useTheme = (): Theme => useSyncExternalStore(listen, chosen, () => 'system')

/** Shows a theme, here and now, and keeps it for the next visit where the browser lets us. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  colourBrowserBar()
  for (const listener of listeners) listener()
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
