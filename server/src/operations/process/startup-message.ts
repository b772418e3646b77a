import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { isLoopbackHost } from '../../config/loopback.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDatabaseUnavailable } from '../../platform/database/outage.ts'

/**
 * Prints the address of the product, where mail goes, and how to make the first admin.
 * @param extraLines printed at the end, such as the demo's logins
 */
export async function printStartupMessage(config: Config, db: Database, extraLines: string[]): Promise<void> {
  const lines = [`${config.brandName} is ready: ${config.publicUrl}`]
  lines.push(
    config.mail.smtpUrl === null
      ? `Emails are not sent. Read them at http://localhost:${config.port}/dev/mailbox, or set SMTP_URL to send them.`
      : 'Emails are sent over SMTP.',
  )
  if (config.textMessages !== null) lines.push(textMessagesLine(config))
  if (await lacksAdmin(db)) {
    lines.push(
      'There is no admin yet. Register and verify your email in the browser, then run: ' +
        adminCommand('grant YOUR-EMAIL'),
    )
  }
  if (config.exampleClubSettings.length > 0)
    lines.push(`The club links are examples. Set ${config.exampleClubSettings.join(', ')} to replace them.`)
  if (config.isTimeZoneMissing)
    lines.push(
      'Warning: TIME_ZONE is not set, and this machine goes by UTC. Set it to that of the university, such as Asia/Dhaka: it decides when blood is needed, and when donors are woken.',
    )
  else if (!config.isTimeZoneGiven)
    lines.push(`Times are those of ${config.timeZone}, as on this machine. Set TIME_ZONE to change that.`)
  const address = addressForOthers(config)
  if (address !== null)
    lines.push(
      `Warning: other machines can open ${address}, but can use the site at ${config.publicUrl} only. Set PUBLIC_URL=${address}, or the address that they open; the next start says what else a public site needs.`,
    )
  if (config.isPublic && !config.isHttps)
    lines.push('Warning: PUBLIC_URL is not https, so passwords cross the network unencrypted.')
  // The server has no certificate of its own, so a proxy stands before an https address.
  if (config.isPublic && config.isHttps && config.trustedProxies.length === 0)
    lines.push(
      'Warning: TRUSTED_PROXIES is missing, so everybody behind a proxy shares its limits. Set it to the address of the proxy.',
    )
  const wide = config.trustedProxies.filter(isWide)
  if (wide.length > 0)
    lines.push(
      `Warning: TRUSTED_PROXIES has more than 256 addresses in ${wide.join(', ')}. Whoever has one of them can claim any address, which switches off every limit by address.`,
    )
  lines.push(...config.warnings.map(warning => `Warning: ${warning}`), ...extraLines)
  console.log(`\n${lines.map(line => `  ${line}`).join('\n')}\n`)
}

/** The command as it works where this server runs: systemd and containers start it without npm, and as another user. */
function adminCommand(words: string, environment = process.env): string {
  if (environment.npm_lifecycle_event) return `npm run admin -- ${words}`
  return environment.INVOCATION_ID
    ? `as-bloodbank npm run admin -- ${words}`
    : `node server/src/operations/cli/admin.ts ${words} (in a container: docker exec CONTAINER node …)`
}

/** An address of this machine if others can reach the server, but `PUBLIC_URL` does not say where; otherwise null. */
function addressForOthers({ host, port, isPublicUrlGiven }: Config): string | null {
  if (isPublicUrlGiven || isLoopbackHost(host)) return null
  if (!/^[0:.]+$/.test(host)) return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  // The server listens on all of them.
  const addresses = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  const other = addresses.find(({ internal, family }) => !internal && family === 'IPv4')
  return `http://${other?.address ?? hostname()}:${port}`
}

function textMessagesLine({ port, mail, textMessages }: Config) {
  if (textMessages?.gateway !== 'mailbox')
    return `Text messages are sent by a gateway, at most ${textMessages?.perDay} a day.`
  return mail.smtpUrl === null
    ? 'Text messages are not sent either. Read them there, too.'
    : `Text messages are not sent. Read them at http://localhost:${port}/dev/mailbox.`
}

/** A club has a few proxies. A larger range holds clients, too: IPv4 /23 and wider, IPv6 /119 and wider. */
function isWide(proxy: string) {
  const [address = '', bits] = proxy.split('/')
  return bits !== undefined && (isIP(address) === 6 ? 128 : 32) - Number(bits) > 8
}

/** False if the database does not answer: the server listens already, and goes on without this hint. */
async function lacksAdmin(db: Database): Promise<boolean> {
  try {
    const admin = await db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirst()
    return admin === undefined
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false
    throw error
  }
}
