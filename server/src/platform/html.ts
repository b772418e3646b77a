const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is safe between tags and inside quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, mark => ENTITIES[mark] ?? mark)

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
