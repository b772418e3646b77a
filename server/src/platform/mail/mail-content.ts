import { escapeHtml } from './html.ts'
import type { Mail } from './transport.ts'

/** What a mail says. The link stands between the paragraphs and what comes after it. */
export type MailContent = {
  subject: string
  paragraphs: string[]
  link?: { label: string; url: string }
  after?: string
}

/** A mail in plain text and in HTML, signed with the site's name. */
export function renderMail(
  { subject, paragraphs, link, after }: MailContent,
  { to, brand }: { to: string; brand: string },
): Mail {
  const closing = after ? [after] : []
  const text = [...paragraphs, ...(link ? [link.url] : []), ...closing, brand].join('\n\n')
  const html = [
    ...paragraphs.map(asParagraph),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    ...closing.map(asParagraph),
    asParagraph(brand),
  ].join('\n')
  return { to, subject, text, html }
}

const asParagraph = (text: string) => `<p>${escapeHtml(text)}</p>`
