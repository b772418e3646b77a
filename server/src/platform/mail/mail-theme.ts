import { html } from '../html.ts'

/** The colours of the site's light theme, by the names of their tokens (`web/src/ui/theme/tokens.css`). */
export const LIGHT = {
  ground: '#fbf7f5',
  surface: '#ffffff',
  line: '#e8dedc',
  ink: '#231a1c',
  'ink-soft': '#65575a',
  link: '#a5122c',
  brand: '#b01530',
}

export const DARK: typeof LIGHT = {
  ground: '#151112',
  surface: '#1f191a',
  line: '#3a2f30',
  ink: '#f6efee',
  'ink-soft': '#c0b2b3',
  link: '#ff9ba6',
  brand: '#c9283f',
}

/** Without quotation marks, which attributes would have to escape. */
export const FONT = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

/**
 * For mail programs that show mails in the theme of the system. The light theme is in the attributes, which other programs
 * read as well.
 */
export const DARK_STYLE_SHEET = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.ground { background-color: ${DARK.ground} !important }
.surface { background-color: ${DARK.surface} !important; border-color: ${DARK.line} !important }
.ink { color: ${DARK.ink} !important }
.soft { color: ${DARK['ink-soft']} !important }
.link { color: ${DARK.link} !important }
.brand { background-color: ${DARK.brand} !important }
}
</style>`
