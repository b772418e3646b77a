import { escapeHtml } from '../../html.ts'

/** The values of the placeholders `{{name}}` in a page; null where the operator configured none. */
export type TemplateValues = Record<string, string | null>

/** Fills the placeholders of a page with escaped text. A link whose URL is null is removed with its content. */
export const fillTemplate = (html: string, values: TemplateValues): string =>
  withoutMissingLinks(html, values).replace(PLACEHOLDER, (_, name: string) => escapeHtml(values[name] ?? ''))

/** No link is inside of another, so each ends before the next one begins. */
function withoutMissingLinks(html: string, values: TemplateValues) {
  const [start = '', ...links] = html.split('<a ')
  const shown = links.map(link => {
    const [tag = ''] = link.split('>', 1)
    const name = LINK_TARGET.exec(tag)?.[1]
    const isMissing = name !== undefined && values[name] === null
    return isMissing ? link.slice(link.indexOf('</a>') + '</a>'.length) : `<a ${link}`
  })
  return [start, ...shown].join('')
}

const LINK_TARGET = /href="\{\{(\w+)\}\}"/
const PLACEHOLDER = /\{\{(\w+)\}\}/g

/** Embeds the site's configuration as JSON, which the content security policy allows; `<` is escaped to keep it inert. */
export const embedSite = (html: string, site: object): string =>
  html.replace(
    '<!--site-->',
    () =>
      `<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`,
  )
