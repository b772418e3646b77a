/** The values of the placeholders `{{name}}` in a page; null where the operator configured none. */
export type TemplateValues = Record<string, string | null>

/** Fills the placeholders of a page with escaped text. A link whose URL is null is removed with its content. */
export const fillTemplate = (html: string, values: TemplateValues): string =>
  html
    .replace(LINK, (link, name: string) => (values[name] === null ? '' : link))
    .replace(PLACEHOLDER, (_, name: string) => escapeHtml(values[name] ?? ''))

const LINK = /<a [^>]*href="\{\{(\w+)\}\}"[^>]*>.*?<\/a>/g
const PLACEHOLDER = /\{\{(\w+)\}\}/g

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** Embeds the site's configuration as JSON, which the content security policy allows; `<` is escaped to keep it inert. */
export const embedSite = (html: string, site: object): string =>
  html.replace(
    '<!--site-->',
    () =>
      `<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`,
  )
