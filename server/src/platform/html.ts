const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is safe between tags and inside quoted attributes. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, mark => ENTITIES[mark] ?? mark)

/** Markup whose texts are escaped, made by `html`. */
export type Html = { readonly markup: string }

/** What a template may contain: text, which is escaped; markup; a list of markup; and nothing. */
type Part = string | number | Html | readonly Html[] | null | false

/** Markup with escaped texts: html`<p title="${title}">${text}</p>`. Attributes must be quoted. */
export const html = (literals: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: literals.map((literal, place) => literal + markupOf(parts[place] ?? null)).join(''),
})

function markupOf(part: Part): string {
  if (part === null || part === false) return ''
  if (typeof part !== 'object') return escapeHtml(String(part))
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

/** Fills the placeholders `{{name}}` of a page with escaped text. */
export const fillTemplate = (html: string, values: Record<string, string>): string =>
  html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))

/** JSON as an element of a page, which the content security policy allows: it is not run. `<` is escaped to keep it inert. */
export const embedJson = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
