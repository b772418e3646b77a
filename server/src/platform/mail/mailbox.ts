import { Id } from '@blood-bank/contract/forms'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../database/connection.ts'
import { requireLocalCall } from '../http/local-calls.ts'
import { readCaughtTexts } from '../text-messages/caught-texts.ts'
import { MAILBOX_STYLE, type MailboxMail, renderMailbox } from './mailbox-page.ts'

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
