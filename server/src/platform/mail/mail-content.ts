import { escapeHtml } from '../html.ts'
import type { Mail } from './transport.ts'

/** What a mail says. The link stands between the paragraphs and what comes after it. */
export type MailContent = {
  subject: string
  paragraphs: string[]
  link?: { label: string; url: string }
  after?: string
  /** A link that ends emails of this kind, for the reader and for the button of the mail program (RFC 8058). */
  unsubscribe?: { label: string; url: string }
}

/** A mail in plain text and in HTML, signed with the site's name. */
export function renderMail(
  { subject, paragraphs, link, after, unsubscribe }: MailContent,
  { to, brand }: { to: string; brand: string },
): Mail {
  const closing = after ? [after] : []
  const ending = unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : []
  const text = [...paragraphs, ...(link ? [link.url] : []), ...closing, ...ending, brand].join('\n\n')
  const html = [
    ...paragraphs.map(asParagraph),
    ...(link ? [asLink(link)] : []),
    ...closing.map(asParagraph),
    ...(unsubscribe ? [asLink(unsubscribe)] : []),
    asParagraph(brand),
  ].join('\n')
  return { to, subject, text, html, ...(unsubscribe && { headers: listHeaders(unsubscribe.url) }) }
}

const asLink = ({ label, url }: { label: string; url: string }) =>
  `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`

/** One-click unsubscription (RFC 8058): the mail program sends the POST itself. */
const listHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const asParagraph = (text: string) => `<p>${escapeHtml(text)}</p>`
