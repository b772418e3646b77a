import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import { escapeHtml } from '../html.ts'
import { requireLocalCall } from '../network/local-calls.ts'
import type { Mail } from './transport.ts'

/** Shows caught mail to the person at this machine, and only there. */
export function serveMailbox(app: FastifyInstance, db: Database): void {
  app.get('/dev/mailbox.json', { onRequest: requireLocalCall, schema: { hide: true } }, async () =>
    readMails(db),
  )
  app.get('/dev/mailbox', { onRequest: requireLocalCall, schema: { hide: true } }, async (_req, reply) => {
    const mails = await readMails(db)
    return reply.type('text/html; charset=utf-8').send(pageOf(mails.reverse()))
  })
  app.get('/dev/mailbox.css', { onRequest: requireLocalCall, schema: { hide: true } }, async (_req, reply) =>
    reply.type('text/css; charset=utf-8').send(STYLE),
  )
}

/** In the order in which they were sent. */
async function readMails(db: Database) {
  return db
    .selectFrom('caughtMails')
    .select(['to', 'subject', 'text', 'html', 'headers', 'sentAt'])
    .orderBy('sentAt')
    .orderBy('id')
    .execute()
}

const pageOf = (mails: (Mail & { sentAt: Date })[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title>
<link rel="stylesheet" href="/dev/mailbox.css">
</head>
<body>
<h1>Mailbox</h1>
<p>No SMTP server is set, so mail is caught here, newest first. Reload to see new mail.</p>
${mails.map(articleOf).join('\n') || '<p>No mail yet.</p>'}
</body>
</html>`

const articleOf = (mail: Mail & { sentAt: Date }) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)} · <time>${mail.sentAt.toISOString()}</time></p>
${headersOf(mail)}<pre>${withLinks(escapeHtml(mail.text))}</pre>
</article>`

const headersOf = ({ headers = {} }: Mail) =>
  Object.entries(headers)
    .map(([name, value]) => `<p>${escapeHtml(name)}: ${escapeHtml(value)}</p>\n`)
    .join('')

const withLinks = (escaped: string) =>
  escaped.replace(/https?:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`)

const STYLE = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
article { border: 1px solid #8886; border-radius: 0.5rem; padding: 0 1rem; margin: 1rem 0; overflow-wrap: anywhere }
h2 { font-size: 1.1rem; margin-bottom: 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
`
