import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MailContent, MailSite } from './mail-content.ts'
import { DARK, LIGHT, renderMail } from './render-mail.ts'

const SITE = { brandName: 'University Blood Bank', publicUrl: 'https://blood.example.edu' }
const CONTENT: MailContent = {
  subject: 'A donor can come',
  paragraphs: ['A donor has offered.', 'You can call now.'],
  link: { label: 'Open My Dashboard', url: 'https://blood.example.edu/dashboard' },
  after: 'Never pay for blood.',
  because: 'you posted a request',
  unsubscribe: { label: 'Stop these emails', url: 'https://blood.example.edu/unsubscribe/x' },
}
const render = (more: Partial<MailContent> = {}, site: Partial<MailSite> = {}) =>
  renderMail({ ...CONTENT, ...more }, { to: 'rima@example.edu', site: { ...SITE, ...site } })

/** What a reader sees of a mail: its text between the tags, with entities as the characters that they stand for. */
const textOf = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll(/<!--.*?-->|<[^>]*>/g, ' ')
    .replaceAll(/&(\w+|#39);/g, (_, name: string) => CHARACTERS[name] ?? '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
const tagsOf = (html: string) => html.match(/<[a-z!/][^>]*>/g)?.map(tag => tag.replace(/".*"/, ''))

test('the plain text has everything that the HTML shows, with each address at the end of a line', () => {
  const { subject, text } = render()
  expect(subject).toBe('A donor can come · University Blood Bank')
  expect(text).toBe(`A donor has offered.

You can call now.

Open My Dashboard:
https://blood.example.edu/dashboard

Never pay for blood.

-- 
You receive this email because you posted a request.

Stop these emails: https://blood.example.edu/unsubscribe/x

University Blood Bank: https://blood.example.edu`)
})

test('the HTML has the name, one button, why one receives it and the link that ends it, and fetches nothing', () => {
  const { html } = render()
  expect(textOf(html)).toBe(
    'University Blood Bank A donor can come A donor has offered. You can call now. Open My Dashboard ' +
      'Never pay for blood. You receive this email because you posted a request. ' +
      'Stop these emails · University Blood Bank',
  )
  expect(html.match(/<td class="brand"[^>]*><a /g)).toHaveLength(1)
  expect(html).not.toMatch(/<(img|link|script|iframe|form|svg)\b|url\(|@import|\bsrc=|\bon\w+=/)
})

test('an invitation comes last, with a link that is no button', () => {
  const invitation = { text: 'May we ask you?', label: 'Ask me', url: 'https://blood.example.edu/answer' }
  const { text, html } = render({ invitation })
  expect(text).toContain(
    'Never pay for blood.\n\nMay we ask you? Ask me:\nhttps://blood.example.edu/answer\n\n-- \n',
  )
  expect(textOf(html)).toContain('Never pay for blood. May we ask you? Ask me You receive')
  expect(html.match(/<td class="brand"[^>]*><a /g)).toHaveLength(1)
})

test('a mail without a request has no button, and one that cannot be ended has no link for it', () => {
  const { text, html, headers } = render({ link: undefined, unsubscribe: undefined })
  expect(html).not.toContain('<td class="brand" bgcolor')
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(text.match(/https:/g)).toHaveLength(1)
  expect(headers).toBeUndefined()
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><a href="https://evil.example">Call</a>',
  "' onmouseover='alert(1)",
  '--><b>',
  '</td></table></style><h1>',
  '&lt;b&gt; $& $1 {{brandName}}',
])('the name %s is text in every part of a mail, and adds no tag', name => {
  const mail = render(
    { subject: name, paragraphs: [name], after: name, because: name, link: { label: name, url: '/' } },
    { brandName: name },
  )
  expect(tagsOf(mail.html)).toEqual(
    tagsOf(render({ paragraphs: ['Name'], link: { label: 'Open', url: '/' } }).html),
  )
  expect(textOf(mail.html).split(name)).toHaveLength(8)
  expect(mail.text.split(name)).toHaveLength(6)
})

test('an address cannot leave its attribute', () => {
  const { html } = render({ link: { label: 'Open', url: 'https://blood.example.edu/"><script>' } })
  expect(html).toContain('href="https://blood.example.edu/&quot;&gt;&lt;script&gt;"')
})

test('a name cannot begin a line, add a header, or turn the direction of what follows', () => {
  const name = 'City\r\nBcc: all@example.edu\u2028\u202eHospital'
  const { subject, text, html } = render({ subject: name, paragraphs: [name] })
  expect(subject).toBe('City Bcc: all@example.edu Hospital · University Blood Bank')
  for (const part of [text, html]) expect(part).toContain('City Bcc: all@example.edu Hospital')
})

test('a name in a subject is no encoded word, which mail programs would show decoded', () => {
  const { subject } = render({ subject: 'City =?utf-8?Q?http=3A//evil=2Eexample?=' })
  expect(subject).toBe('City = ?utf-8?Q?http=3A//evil=2Eexample?= · University Blood Bank')
})

test.each([
  ['https://blood.example.edu/contact', 'https://blood.example.edu/contact'],
  ['mailto:help@blood.example?subject=Help', 'help@blood.example'],
  ['tel:+8801712345678', '+8801712345678'],
])('whoever should contact the administrators is told where, at %s', (contactUrl, address) => {
  const paragraphs = ['Is this a mistake? Please contact the administrators.', 'Thank you.']
  const { text, html } = render({ paragraphs }, { contactUrl })
  expect(text).toContain(`Please contact the administrators.\n${address}\n\nThank you.`)
  expect(html).toContain(`href="${contactUrl}"`)
  expect(textOf(html)).toContain('Please contact the administrators . Thank you.')
  expect(render({ paragraphs }).html).not.toContain('<a href="mailto:')
})

const tokens = readFileSync(new URL('../../../../web/src/ui/theme/tokens.css', import.meta.url), 'utf8')

test.each(Object.keys(LIGHT) as (keyof typeof LIGHT)[])('mails have the colour %s of the pages', name => {
  expect(tokens).toContain(`--${name}: light-dark(${LIGHT[name]}, ${DARK[name]});`)
})
