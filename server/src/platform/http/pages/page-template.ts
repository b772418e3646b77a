/** By name, for the places marked `{{name}}` in a page; null where the operator gave nothing. */
export type TemplateValues = Record<string, string | null>

/** Puts words into a page, as text. A link whose address is null goes, with all that is in it. */
export const fillTemplate = (html: string, values: TemplateValues): string =>
  html
    .replace(LINK, (link, name: string) => (values[name] === null ? '' : link))
    .replace(PLACEHOLDER, (_, name: string) => escapeHtml(values[name] ?? ''))

const LINK = /<a [^>]*href="\{\{(\w+)\}\}"[^>]*>.*?<\/a>/g
const PLACEHOLDER = /\{\{(\w+)\}\}/g

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** A block of JSON is no script to the content policy; `<` is escaped so that nothing can end it early. */
export const embedSite = (html: string, site: object): string =>
  html.replace(
    '<!--site-->',
    () =>
      `<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`,
  )
