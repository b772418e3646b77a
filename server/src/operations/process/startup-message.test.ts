import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { createDatabase, createPool } from '../../platform/database/connection.ts'
import { createDemoEnvironment } from '../../testing/environments/demo.ts'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { readDemoConfig } from '../demo/config.ts'
import { printStartupMessage } from './startup-message.ts'

const { db } = await createTestDatabase()
afterEach(() => vi.unstubAllEnvs())

async function linesOf(config: Parameters<typeof printStartupMessage>[0], database = db) {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await printStartupMessage(config, database, [])
  const text = String(log.mock.calls[0]?.[0])
  log.mockRestore()
  return text
}

const SMS_URL = 'https://sms.example.com/?to={phone}&text={message}&key=s3cr3t'
const SMTP_URL = 'smtp://mail.example.edu'
const MANY = (range: string) =>
  `  Warning: TRUSTED_PROXIES has more than 256 addresses in ${range}. Whoever has one of them can claim any address, which switches off every limit by address.\n`
const NO_PROXY =
  'Warning: TRUSTED_PROXIES is missing, so everybody behind a proxy shares its limits. Set it to the address of the proxy.'
const REACHED = /Set PUBLIC_URL=http:\/\/[\w.:[\]-]+:3000, or the address that they open/
const proxies = (range: string) => ({ TRUSTED_PROXIES: `127.0.0.1,${range},10.1.1.1` })

test.each<[NodeJS.ProcessEnv, string | RegExp]>([
  [
    {},
    'The club links are examples. Set CLUB_WEBSITE_URL, CLUB_FACEBOOK_URL, CLUB_LINKEDIN_URL to replace them.',
  ],
  [{ CLUB_WEBSITE_URL: 'https://club.example.edu' }, 'Set CLUB_FACEBOOK_URL, CLUB_LINKEDIN_URL'],
  [{ SMS_URL, SMS_PER_DAY: '50' }, 'Text messages are sent by a gateway, at most 50 a day.'],
  [{ SMS_URL: 'mailbox' }, 'Read them there, too.'],
  [
    { SMS_URL: 'mailbox', SMTP_URL },
    'Text messages are not sent. Read them at http://localhost:3000/dev/mailbox.',
  ],
  ...['10.0.0.0/23', '10.0.0.0/8', 'fd00::/119', 'fd00::/8', '::ffff:10.0.0.0/119'].map(
    range => [proxies(range), MANY(range)] as [NodeJS.ProcessEnv, string],
  ),
  [PUBLIC_SITE, NO_PROXY],
  ...['0.0.0.0', '::', '192.0.2.2', 'fd00::2', 'bank.lan'].map(
    HOST => [{ HOST }, REACHED] as [NodeJS.ProcessEnv, RegExp],
  ),
])('with the settings %j the server says: %s', async (settings, words) => {
  expect(await linesOf(readConfig(settings))).toMatch(words)
})

const TRUSTED = ['', '127.0.0.1', '::1', '10.0.0.0/24', '10.0.0.1/32', 'fd00::/120', '::ffff:10.0.0.0/120']

test.each<[NodeJS.ProcessEnv, string | RegExp]>([
  [PUBLIC_SITE, 'CLUB_'],
  [{}, /text messages/i],
  [{ SMS_URL }, 's3cr3t'],
  ...TRUSTED.map(proxies => [{ TRUSTED_PROXIES: proxies }, 'TRUSTED_PROXIES'] as [NodeJS.ProcessEnv, string]),
  [{ ...PUBLIC_SITE, TRUSTED_PROXIES: '127.0.0.1' }, 'TRUSTED_PROXIES'],
  // Without https nothing needs a proxy.
  [{ ...PUBLIC_SITE, PUBLIC_URL: 'http://blood.example.edu', ALLOW_HTTP: 'true' }, 'TRUSTED_PROXIES'],
  ...['127.0.0.1', 'localhost', '::1'].map(HOST => [{ HOST }, 'PUBLIC_URL'] as [NodeJS.ProcessEnv, string]),
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, REACHED],
])('with the settings %j the server does not say: %s', async (settings, words) => {
  expect(await linesOf(readConfig(settings))).not.toMatch(words)
})

test('the startup message of the demo names the settings of the club links, too', async () => {
  expect(await linesOf(readDemoConfig(createDemoEnvironment()))).toContain('The club links are examples.')
})

test('a server whose database goes away while it starts says that it is ready, without the hint about admins', async () => {
  expect(await linesOf(readConfig({}))).toContain('There is no admin yet')
  const pool = createPool({ host: '/nowhere', user: 'nobody', database: 'nothing' }, () => {})
  const text = await linesOf(readConfig({}), createDatabase(pool))
  expect(text).toContain('is ready')
  expect(text).not.toContain('There is no admin yet')
  await pool.end()
})

test.each(['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT', 'Etc/GMT+0', 'Etc/UCT', 'Zulu'])(
  'on a machine with the time zone %j the start asks for the one of the university, unless it is set',
  async zone => {
    vi.stubEnv('TZ', zone)
    const WARNING = 'Warning: TIME_ZONE is not set, and this machine goes by UTC.'
    expect(await linesOf(readConfig({}))).toContain(WARNING)
    expect(await linesOf(readConfig({ TIME_ZONE: '' }))).toContain(WARNING)
    for (const TIME_ZONE of ['Asia/Dhaka', 'UTC'])
      expect(await linesOf(readConfig({ TIME_ZONE }))).not.toContain('TIME_ZONE')
  },
)

test('a time zone that is taken from the machine is said', async () => {
  vi.stubEnv('TZ', 'Europe/London')
  expect(await linesOf(readConfig({}))).toContain('Times are those of Europe/London, as on this machine.')
})

test.each([
  [{ npm_lifecycle_event: 'start' }, 'then run: npm run admin -- grant YOUR-EMAIL'],
  [
    { INVOCATION_ID: '4f2c', npm_lifecycle_event: '' },
    'then run: as-bloodbank npm run admin -- grant YOUR-EMAIL',
  ],
  [
    { INVOCATION_ID: '', npm_lifecycle_event: '' },
    'then run: node server/src/operations/cli/admin.ts grant YOUR-EMAIL',
  ],
])('started with %j the server names the command that works there', async (environment, command) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  expect(await linesOf(readConfig({}))).toContain(command)
})
