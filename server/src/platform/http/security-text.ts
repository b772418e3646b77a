import { DAY_MS } from '@blood-bank/contract/durations'
import type { FastifyInstance } from 'fastify'
import { addressIn } from '../../config/push.ts'
import type { Config } from '../../config.ts'

const SECURITY_TEXT_PATH = '/.well-known/security.txt'

/** Less than a year, as RFC 9116 recommends. It is counted anew each day: the settings are the operator's of today. */
const VALID_DAYS = 180

/** Serves whom to tell of a security problem (RFC 9116): the contacts of the club that the settings name. */
export function serveSecurityText(app: FastifyInstance, config: Config, now: () => Date): void {
  const contacts = contactsOf(config).map(contact => `Contact: ${contact}\n`)
  app.get(SECURITY_TEXT_PATH, { schema: { hide: true } }, (_req, reply) => {
    const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS
    const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${contacts.join('')}Expires: ${expires}\nCanonical: ${config.publicUrl}${SECURITY_TEXT_PATH}\n`)
  })
}

/** In the order of preference. The page for help is there in any case. */
function contactsOf({ contactUrl, clubLinks, exampleClubSettings, mail, publicUrl }: Config): string[] {
  const website = exampleClubSettings.includes('CLUB_WEBSITE_URL') ? null : clubLinks.website
  const address = addressIn(mail.from)
  const known = [contactUrl, website, address.startsWith('no-reply@') ? null : `mailto:${address}`]
  // A page must be encrypted.
  const allowed = known.filter(contact => contact !== null && !contact.startsWith('http:')) as string[]
  return allowed.length > 0 ? allowed : [`${publicUrl}/help`]
}
