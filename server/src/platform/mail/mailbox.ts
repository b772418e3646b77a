import { Id } from '@blood-bank/contract/forms'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { formatUsTime } from '../clock/local-time.ts'
import type { Database } from '../database/connection.ts'
import { type Html, html } from '../html.ts'
import { requireLocalCall } from '../http/local-calls.ts'
import { type CaughtText, readCaughtTexts } from '../text-messages/caught-texts.ts'
import type { Mail } from './transport.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A mail runs no script and fetches nothing, as in a mail program. Its links open in place of the mailbox. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation"

/** Shows caught mail and text messages to the person at this machine, and only there. */
export function serveMailbox(
  app: FastifyInstance,
  db: Database,
  site: Pick<Config, 'brandName' | 'timeZone' | 'mail' | 'textMessages'>,
): void {
  const options = { onRequest: requireLocalCall, schema: { hide: true } }

  app.get('/dev/mailbox.json', options, async () => (await readMails(db)).map(({ id: _, ...mail }) => mail))

  app.get('/dev/mailbox/texts.json', options, async () => readCaughtTexts(db))

  app.get('/dev/mailbox', options, async (_req, reply) => {
    const [mails, texts] = await Promise.all([readMails(db), readCaughtTexts(db)])
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(renderMailbox([...mails, ...texts], site))
  })

  app.get<{ Params: { id: string } }>('/dev/mailbox/:id', options, async ({ params: { id } }, reply) => {
    const html = Id.safeParse(id).success ? await findHtml(db, id) : null
    if (html === null) return reply.callNotFound()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(html.replace('<head>', '<head>\n<base target="_top">'))
  })

  app.get('/dev/mailbox.css', options, async (_req, reply) =>
    reply.type('text/css; charset=utf-8').send(MAILBOX_STYLE),
  )
}

/** In the order in which they were sent. */
async function readMails(db: Database): Promise<MailboxMail[]> {
  return db
    .selectFrom('caughtMails')
    .select(['id', 'to', 'subject', 'text', 'html', 'headers', 'sentAt'])
    .orderBy('sentAt')
    .orderBy('id')
    .execute()
}

async function findHtml(db: Database, id: string): Promise<string | null> {
  const mail = await db.selectFrom('caughtMails').select('html').where('id', '=', id).executeTakeFirst()
  return mail?.html ?? null
}

type MailboxMail = Mail & { id: string; sentAt: Date }

type Site = Pick<Config, 'brandName' | 'timeZone' | 'mail' | 'textMessages'>

/** More would make the browser load as many frames. */
const MAX_SHOWN = 50

/**
 * The page of what was caught, the newest first. Each email is shown as HTML, in a frame of its own, and as plain text; a
 * text message as a bubble.
 */
const renderMailbox = (caught: (MailboxMail | CaughtText)[], site: Site): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox · ${site.brandName}</title>
<link rel="stylesheet" href="/dev/mailbox.css">
<link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">
</head>
<body>
<header><a href="/"><img src="/icons/favicon.svg" alt="" width="32" height="32">Back to ${site.brandName}</a></header>
<main>
<h1>Mailbox</h1>
<p>${whatIsCaught(site)}, newest first. Reload to see new ones.</p>
${caught.length === 0 ? html`<p>No mail yet.</p>` : null}
${newest(caught).map(one => ('phone' in one ? textArticle(one, site.timeZone) : article(one, site.timeZone)))}
${caught.length > MAX_SHOWN ? html`<p>Shown are the newest ${MAX_SHOWN} of ${caught.length}. All are in <a href="/dev/mailbox.json">mailbox.json</a>${catchesTexts(site) ? html` and <a href="/dev/mailbox/texts.json">texts.json</a>` : null}.</p>` : null}
</main>
</body>
</html>
`.markup

const catchesTexts = ({ textMessages }: Site) => textMessages?.gateway === 'mailbox'

function whatIsCaught(site: Site): string {
  if (!catchesTexts(site)) return 'No SMTP server is set, so emails are caught here'
  return site.mail.smtpUrl === null
    ? 'Emails and text messages are caught here instead of being sent'
    : 'Text messages are caught here instead of being sent'
}

const newest = <Caught extends { sentAt: Date }>(caught: Caught[]) =>
  caught
    .toReversed()
    .sort((one, other) => other.sentAt.getTime() - one.sentAt.getTime())
    .slice(0, MAX_SHOWN)

const textArticle = (
  { phone, message, sentAt }: CaughtText,
  timeZone: string,
): Html => html`<article class="text">
<h2>Text message</h2>
<p>To ${phone} · <time datetime="${sentAt.toISOString()}">${formatUsTime(sentAt, timeZone)}</time> · ${message.length} characters</p>
<p class="bubble">${withLinks(message)}</p>
</article>
`

const article = (mail: MailboxMail, timeZone: string): Html => html`<article>
<h2>${mail.subject}</h2>
<p>To ${mail.to} · <time datetime="${mail.sentAt.toISOString()}">${formatUsTime(mail.sentAt, timeZone)}</time></p>
${Object.entries(mail.headers ?? {}).map(([name, value]) => html`<p class="header">${name}: ${value}</p>\n`)}<div class="parts">
<section>
<h3>HTML</h3>
<iframe title="HTML of: ${mail.subject}" src="/dev/mailbox/${mail.id}" sandbox="allow-top-navigation-by-user-activation" loading="lazy"></iframe>
</section>
<section>
<h3>Plain text</h3>
<pre tabindex="0" role="group" aria-label="Plain text of: ${mail.subject}">${withLinks(mail.text)}</pre>
</section>
</div>
</article>
`

/** The text with its addresses as links. */
const withLinks = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<]+)/)
    .map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))

const MAILBOX_STYLE = `:root {
  color-scheme: light dark;
  font-family: system-ui, sans-serif;
  line-height: 1.5;
  background: light-dark(#fbf7f5, #151112);
  color: light-dark(#231a1c, #f6efee);
}
body { margin: 0 }
header, main { max-width: 70rem; margin: 0 auto; padding: 0 1rem }
header a { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 3.5rem; font-weight: 600 }
a { color: inherit }
h2 { font-size: 1.125rem; margin: 0 }
h3 { font-size: 0.875rem; margin: 0 0 0.25rem; color: light-dark(#65575a, #c0b2b3) }
article {
  background: light-dark(#ffffff, #1f191a);
  border: 1px solid light-dark(#e8dedc, #3a2f30);
  border-radius: 1rem;
  padding: 1rem;
  margin: 1rem 0;
  overflow-wrap: anywhere;
}
article p { margin: 0; color: light-dark(#65575a, #c0b2b3) }
.header { font-size: 0.875rem }
article .bubble {
  width: fit-content;
  max-width: 22rem;
  margin-top: 0.75rem;
  border-radius: 1.25rem 1.25rem 1.25rem 0.25rem;
  padding: 0.625rem 1rem;
  color: inherit;
  background: light-dark(#f0e8e6, #3a2f30);
  white-space: pre-wrap;
}
.parts { display: grid; gap: 1rem; margin-top: 0.75rem }
iframe, pre {
  box-sizing: border-box;
  width: 100%;
  height: 40rem;
  margin: 0;
  border: 1px solid light-dark(#e8dedc, #3a2f30);
  border-radius: 0.625rem;
}
pre { height: auto; overflow: auto; padding: 1rem; white-space: pre-wrap; font: inherit }
@media (min-width: 60rem) {
  .parts { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) }
  iframe, pre { height: 34rem }
}
`
