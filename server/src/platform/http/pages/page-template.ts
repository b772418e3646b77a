import { escapeHtml } from '../../html.ts'

/** Fills the placeholders `{{name}}` of a page with escaped text. */
export const fillTemplate = (html: string, values: Record<string, string>): string =>
  html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))

/** JSON as an element of a page, which the content security policy allows: it is not run. `<` is escaped to keep it inert. */
export const embedJson = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
