import { type Html, html } from '../html.ts'
import { CONTACT, describeReason, type MailContent, type MailSite } from './mail-content.ts'
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
  const { paragraphs, link, after, invitation, unsubscribe } = content
  return [
    ...paragraphs.map(text =>
      contactUrl && text.includes(CONTACT) ? `${text}\n${asAddress(contactUrl)}` : text,
    ),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(after ? [after] : []),
    ...(invitation ? [`${invitation.text} ${invitation.label}:\n${invitation.url}`] : []),
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

/** The colours of the site's light theme, by the names of their tokens (`web/src/ui/theme/tokens.css`). */
export const LIGHT = {
  ground: '#fbf7f5',
  surface: '#ffffff',
  line: '#e8dedc',
  ink: '#231a1c',
  'ink-soft': '#65575a',
  brand: '#b01530',
}

export const DARK: typeof LIGHT = {
  ground: '#151112',
  surface: '#1f191a',
  line: '#3a2f30',
  ink: '#f6efee',
  'ink-soft': '#c0b2b3',
  brand: '#c9283f',
}

/** Without quotation marks, which attributes would have to escape. */
const FONT = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

/**
 * For mail programs that show mails in the theme of the system. The light theme is in the attributes, which other programs
 * read as well.
 */
const DARK_STYLE_SHEET = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.ground { background-color: ${DARK.ground} !important }
.surface { background-color: ${DARK.surface} !important; border-color: ${DARK.line} !important }
.ink { color: ${DARK.ink} !important }
.soft { color: ${DARK['ink-soft']} !important }
.brand { background-color: ${DARK.brand} !important }
}
</style>`

const LAYOUT_TABLE = html`role="presentation" border="0" cellpadding="0" cellspacing="0"`
const BODY_TEXT = `${FONT};font-size:16px;line-height:24px;color:${LIGHT.ink}`
const SMALL_TEXT = `${FONT};font-size:14px;line-height:21px;color:${LIGHT['ink-soft']}`
const HEADING = `margin:0 0 16px;${FONT};font-size:20px;line-height:28px;font-weight:700;color:${LIGHT.ink}`

/**
 * A mail as HTML that common mail programs show alike: tables, because Outlook supports no other layout; inline styles,
 * because some programs drop style sheets; no image, so that nothing is fetched and nobody learns that it was read.
 */
const renderMailHtml = (content: MailContent, site: MailSite): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
${DARK_STYLE_SHEET}
</head>
<body class="ground" style="margin:0;padding:0;background-color:${LIGHT.ground}">
<table ${LAYOUT_TABLE} width="100%" class="ground" bgcolor="${LIGHT.ground}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table ${LAYOUT_TABLE} width="560"><tr><td><![endif]-->
<table ${LAYOUT_TABLE} width="100%" style="max-width:560px">
<tr><td align="left" style="padding:0 4px 16px">${header(site)}</td></tr>
<tr><td align="left" class="surface ink" bgcolor="${LIGHT.surface}" style="padding:24px 24px 8px;border:1px solid ${LIGHT.line};border-radius:16px;word-break:break-word;${BODY_TEXT}">
<h1 class="ink" style="${HEADING}">${content.subject}</h1>
${content.paragraphs.map(text => paragraph(withContactLink(text, site)))}
${content.link ? button(content.link) : null}
${content.after ? paragraph(content.after) : null}
${content.invitation ? paragraph(html`${content.invitation.text} ${smallLink(content.invitation)}`) : null}
</td></tr>
<tr><td align="left" class="soft" style="padding:16px 4px 0;word-break:break-word;${SMALL_TEXT}">
${footer(content, site)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.markup

/** The logo and the site's name. The drops are drawn with rounded corners; where those are not supported, a tile remains. */
const header = ({ brandName }: MailSite): Html =>
  html`<table ${LAYOUT_TABLE}><tr>
<td class="brand" width="40" height="40" align="center" valign="middle" bgcolor="${LIGHT.brand}" aria-hidden="true" style="border-radius:10px;font-size:0;line-height:0">${drop(15, '#ffffff')}${drop(9, '#ffc9ce')}</td>
<td class="ink" style="padding-left:12px;${BODY_TEXT};font-weight:700">${brandName}</td>
</tr></table>`

/** Without support for `transform`, the tip of the drop points to the left. */
const drop = (size: number, colour: string): Html =>
  html`<div style="display:inline-block;vertical-align:bottom;width:${size}px;height:${size}px;margin:0 1px;border-radius:0 50% 50% 50%;background-color:${colour};transform:rotate(45deg)"></div>`

function withContactLink(text: string, { contactUrl }: MailSite): string | Html {
  const at = text.indexOf(CONTACT)
  if (!contactUrl || at < 0) return text
  const link = smallLink({ label: CONTACT, url: contactUrl })
  return html`${text.slice(0, at)}${link}${text.slice(at + CONTACT.length)}`
}

const paragraph = (text: string | Html): Html => html`<p style="margin:0 0 16px">${text}</p>
`

/** Outlook ignores the padding of a link and the margin of a table, so cells have them. */
const button = ({ label, url }: { label: string; url: string }): Html =>
  html`<table ${LAYOUT_TABLE}><tr><td style="padding:4px 0 16px">
<table ${LAYOUT_TABLE}><tr><td class="brand" bgcolor="${LIGHT.brand}" style="border-radius:10px;mso-padding-alt:12px 24px"><a href="${url}" style="display:inline-block;padding:12px 24px;${BODY_TEXT};font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>
</td></tr></table>`

function footer(content: MailContent, { brandName, publicUrl }: MailSite): Html {
  const { unsubscribe } = content
  return html`<p style="margin:0 0 8px">${describeReason(content)}</p>
<p style="margin:0">${unsubscribe ? html`${smallLink(unsubscribe)} · ` : null}${smallLink({ label: brandName, url: publicUrl })}</p>`
}

const smallLink = ({ label, url }: { label: string; url: string }): Html =>
  html`<a class="ink" href="${url}" style="color:${LIGHT.ink};text-decoration:underline">${label}</a>`
