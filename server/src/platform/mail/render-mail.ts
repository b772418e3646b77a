import { CONTACT, describeReason, type MailContent, type MailSite } from './mail-content.ts'
import { renderMailHtml } from './mail-layout.ts'
import type { Mail } from './transport.ts'

/** A mail in plain text and in HTML, which say the same. Every mail is made here. */
export function renderMail(written: MailContent, { to, site }: { to: string; site: MailSite }): Mail {
  const content = asLines(written)
  const { subject, omitsSiteName, unsubscribe } = content
  return {
    to,
    subject: omitsSiteName ? subject : `${subject} · ${site.brandName}`,
    text: renderText(content, site),
    html: renderMailHtml(content, site),
    ...(unsubscribe && { headers: listHeaders(unsubscribe.url) }),
  }
}

/** Line breaks, and marks that turn the direction of what follows: a name must not change how the rest is read. */
const LAYOUT_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu
const asLine = (text: string) => text.replace(LAYOUT_CHARACTERS, ' ')

/** Without the beginning of an encoded word (RFC 2047), which mail programs would decode to what nobody has checked. */
const asSubject = (text: string) => asLine(text).replaceAll('=?', '= ?')

const asLines = (content: MailContent): MailContent => ({
  ...content,
  subject: asSubject(content.subject),
  paragraphs: content.paragraphs.map(asLine),
  because: asLine(content.because),
})

/** Every address ends its line, so that mail programs find its end. */
function renderText(content: MailContent, { brandName, publicUrl, contactUrl }: MailSite): string {
  const { paragraphs, link, after, unsubscribe } = content
  return [
    ...paragraphs.map(text =>
      contactUrl && text.includes(CONTACT) ? `${text}\n${asAddress(contactUrl)}` : text,
    ),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(after ? [after] : []),
    // Mail programs recognize this line as the beginning of a signature.
    `-- \n${describeReason(content)}`,
    ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : []),
    `${brandName}: ${publicUrl}`,
  ].join('\n\n')
}

/** A mail address or a telephone number as people write it. */
const asAddress = (url: string) => url.replace(/^(?:mailto|tel):([^?]*).*/, '$1')

/** One-click unsubscription (RFC 8058): the mail program sends the POST itself. */
const listHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
