import { useSyncExternalStore } from 'react'
import { saveCookie } from '../browser/capabilities.ts'
import { createListeners } from '../browser/listeners.ts'

export const THEMES = { light: 'Light', dark: 'Dark', system: 'System' } as const
export type Theme = keyof typeof THEMES

/** The maximum lifetime of a cookie in browsers; every choice renews it. */
const MAX_COOKIE_AGE_S = 400 * 24 * 3600

const { subscribe, notify } = createListeners()

/** The chosen theme; in a page that the server renders the system's. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosen, () => 'system')

/** Applies a theme at once, and saves it for the next visit if the browser allows cookies. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  saveTheme(theme)
  colourBrowserBar()
  notify()
}

/**
 * In a cookie, so that the server can apply it to the pages; start/early.ts reads it on unknown paths and offline. Without
 * cookies the choice lasts until the page is left.
 */
function saveTheme(theme: Theme) {
  saveCookie('theme', theme, theme === 'system' ? 0 : MAX_COOKIE_AGE_S)
}

/** Gives the browser's toolbar the colour of the theme: `index.html` names one colour for each. */
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
