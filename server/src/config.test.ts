import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SECRET = 'Qv8!mZx2Lr6#Tn4@Wb9$Kd1%Hs5^Yf7&'
const PRODUCTION = {
  NODE_ENV: 'production',
  AUTH_SECRET: SECRET,
  SMTP_URL: 'smtp://mail.example.edu',
  PUBLIC_URL: 'https://blood.example.edu',
}

/** The error message for an invalid environment. */
function errorMessageOf(environment: Record<string, string>) {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the environment is valid')
}

test('without settings the product runs for this machine only', () => {
  expect(readConfig({})).toMatchObject({
    isProduction: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    isPublicUrlGiven: false,
    isHttps: false,
    dataDir: resolve('data'),
    databaseUrl: null,
    authSecret: null,
    mail: { smtpUrl: null, from: '"University Blood Bank" <no-reply@localhost>' },
    accounts: { minPasswordLength: 6, refuseCommonPasswords: false, allowedEmailDomains: [] },
    clubLinks: {
      website: 'https://club.example/',
      facebook: 'https://facebook.example/club',
      linkedIn: 'https://linkedin.example/company/club',
    },
    exampleClubSettings: ['CLUB_WEBSITE_URL', 'CLUB_FACEBOOK_URL', 'CLUB_LINKEDIN_URL'],
    defaultPhoneCountry: 'BD',
    trustedProxies: [],
    tokenSync: null,
    logLevel: 'info',
  })
})

test('a missing club link is replaced by an example, except on a public site', () => {
  const CLUB_FACEBOOK_URL = 'https://facebook.com/club'
  const here = readConfig({ CLUB_FACEBOOK_URL, PUBLIC_URL: 'http://127.0.0.1:8080' })
  expect(here.clubLinks).toMatchObject({ website: 'https://club.example/', facebook: CLUB_FACEBOOK_URL })
  expect(here.exampleClubSettings).toEqual(['CLUB_WEBSITE_URL', 'CLUB_LINKEDIN_URL'])
  const there = readConfig({ ...PRODUCTION, CLUB_FACEBOOK_URL })
  expect(there.clubLinks).toEqual({ website: null, facebook: CLUB_FACEBOOK_URL, linkedIn: null })
  expect(there.exampleClubSettings).toEqual([])
})

test('an empty setting counts as not set', () => {
  const empty = { PORT: '', PUBLIC_URL: '', DATABASE_URL: '', SMTP_URL: '', AUTH_SECRET: '', TIME_ZONE: '' }
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test('settings are read from the environment', () => {
  const config = readConfig({
    ...PRODUCTION,
    PORT: '8080',
    PUBLIC_URL: 'https://blood.example.edu//',
    MAIL_FROM: 'Blood <blood@example.edu>',
    MIN_PASSWORD_LENGTH: '10',
    REFUSE_COMMON_PASSWORDS: 'true',
    ALLOWED_EMAIL_DOMAINS: ' Example.edu , cs.example.edu,',
    TRUSTED_PROXIES: '10.0.0.0/8,192.168.0.1, ::1, fd00::/8',
    TOKEN_SYNC_URL: 'https://portal.example.edu/sync',
    TOKEN_SYNC_MAX_AGE_SECONDS: '30',
  })
  expect(config).toMatchObject({
    isProduction: true,
    port: 8080,
    publicUrl: 'https://blood.example.edu',
    isPublicUrlGiven: true,
    isHttps: true,
    authSecret: SECRET,
    mail: { smtpUrl: 'smtp://mail.example.edu', from: 'Blood <blood@example.edu>' },
    accounts: {
      minPasswordLength: 10,
      refuseCommonPasswords: true,
      allowedEmailDomains: ['example.edu', 'cs.example.edu'],
    },
    trustedProxies: ['10.0.0.0/8', '192.168.0.1', '::1', 'fd00::/8'],
    tokenSync: { url: 'https://portal.example.edu/sync', maxAgeSeconds: 30 },
  })
})

test('all errors are reported together, with advice to edit the environment file and restart', () => {
  const message = errorMessageOf({
    NODE_ENV: 'prod',
    PORT: 'many',
    TIME_ZONE: 'Mars/Base',
    SMTP_URL: 'mail.example.edu',
    LOG_LEVEL: 'loud',
  })
  expect(message.split('\n')).toEqual([
    'The configuration has errors:',
    '  - NODE_ENV must be production, development or test, not "prod".',
    '  - PORT must be a whole number from 0 to 65535, not "many".',
    '  - SMTP_URL must be a complete smtp:// or smtps:// URL, in which special characters of a password are encoded (# as %23).',
    '  - TIME_ZONE must be a time zone such as Asia/Dhaka, not "Mars/Base".',
    '  - LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "loud".',
    'Set these values in the environment file (.env) and restart the server.',
  ])
})

test.each([
  'smtps://club:p@ss/word@mail.example.edu',
  'smtps://club:12/34@mail.example.edu',
  'smtps://club:p@ss?word@mail.example.edu',
  'smtps://club:p@ss#word@mail.example.edu',
])('%s is refused, whose password is not encoded: another host would be read from it', SMTP_URL => {
  expect(errorMessageOf({ SMTP_URL })).toContain('- SMTP_URL must be a complete smtp:// or smtps:// URL')
})

test('production is refused without a secret, mail and a URL, all reported together', () => {
  expect(errorMessageOf({ NODE_ENV: 'production' }).split('\n').slice(1, -1)).toEqual([
    '  - AUTH_SECRET is missing. Generate one with: openssl rand -base64 48',
    '  - SMTP_URL is missing. The site cannot send email without it.',
    '  - PUBLIC_URL is missing. Links in emails need it.',
  ])
})

test.each(['short', 'a'.repeat(64), 'abab'.repeat(16), 'changeme-changeme-changeme'])(
  'production is refused with the weak secret %s, which is not repeated',
  secret => {
    const message = errorMessageOf({ ...PRODUCTION, AUTH_SECRET: secret })
    expect(message).toContain('- AUTH_SECRET is too weak. Generate one with: openssl rand -base64 48')
    expect(message).not.toContain(secret)
  },
)

test.each(['https://blood.example.edu', 'https://10.0.0.7:8443', 'https://localhost.example.edu'])(
  'a site at %s is public and therefore in production',
  publicUrl => {
    expect(errorMessageOf({ PUBLIC_URL: publicUrl }).split('\n').slice(1, -1)).toEqual([
      '  - AUTH_SECRET is missing. Generate one with: openssl rand -base64 48',
      '  - SMTP_URL is missing. The site cannot send email without it.',
    ])
    const { NODE_ENV: _, ...complete } = { ...PRODUCTION, PUBLIC_URL: publicUrl }
    expect(readConfig(complete)).toMatchObject({ isProduction: true, isPublic: true })
  },
)

test.each(['HTTPS://Blood.Example.edu', ' https://blood.example.edu', 'https://blood.example.edu:443'])(
  'a site at “%s” is at https://blood.example.edu, and public',
  publicUrl => {
    expect(errorMessageOf({ PUBLIC_URL: publicUrl })).toContain('- SMTP_URL is missing.')
    expect(readConfig({ ...PRODUCTION, PUBLIC_URL: publicUrl })).toMatchObject({
      isPublic: true,
      isHttps: true,
      publicUrl: PRODUCTION.PUBLIC_URL,
    })
  },
)

test.each(['http://localhost:8080', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://localhost'])(
  'a site at %s is for this machine only',
  publicUrl => {
    expect(readConfig({ PUBLIC_URL: publicUrl })).toMatchObject({ isProduction: false, isPublic: false })
  },
)

test('a public site needs HTTPS unless the operator allows HTTP', () => {
  const overHttp = { ...PRODUCTION, PUBLIC_URL: 'http://blood.example.edu' }
  for (const PUBLIC_URL of [overHttp.PUBLIC_URL, 'HTTP://blood.example.edu'])
    expect(errorMessageOf({ ...overHttp, PUBLIC_URL })).toContain('- PUBLIC_URL must use https')
  expect(readConfig({ ...overHttp, ALLOW_HTTP: 'true' })).toMatchObject({ isHttps: false, isPublic: true })
})

test('a limit can be set, and 0 switches it off', () => {
  const { limits } = readConfig({ NUMBERS_PER_HOUR: '5', POSTS_PER_DAY: '0' })
  expect(limits.numbers.verified).toEqual({ hour: 5, day: 1_000 })
  expect(limits.postsPerDay).toBe(Number.POSITIVE_INFINITY)
  expect(errorMessageOf({ ACTIVE_REQUESTS: '-1' })).toContain(
    '- ACTIVE_REQUESTS must be a whole number from 0 to 1000000 (0 for no limit), not "-1".',
  )
})

test.each(['/blood', '/blood/', '/?from=mail', '?', '/#top', '#', '/./', '\\blood'])(
  'a PUBLIC_URL that ends with %s is refused in one sentence',
  end => {
    const { PUBLIC_URL } = PRODUCTION
    const message = errorMessageOf({ ...PRODUCTION, PUBLIC_URL: `${PUBLIC_URL}${end}` })
    expect(message.split('\n').slice(1, -1)).toEqual([
      '  - PUBLIC_URL must have no path, query or fragment, as in https://blood.example.edu, because pages are served from the root of the host.',
    ])
  },
)

type Refused = [name: string, value: string, sentence: string | RegExp]
const manyOf = (name: string, values: string[], sentence: string | RegExp) =>
  values.map(
    (value): Refused => [name, value, typeof sentence === 'string' ? `${sentence}"${value}".` : sentence],
  )

test.each<Refused>([
  ['PORT', '65536', 'must be a whole number from 0 to 65535, not "65536".'],
  ['PORT', '0x10', 'must be a whole number from 0 to 65535, not "0x10".'],
  ['PUBLIC_URL', 'blood.example.edu', 'must be a complete http:// or https:// URL, not "blood.example.edu".'],
  ['PUBLIC_URL', 'ftp://a.example', 'must be a complete http:// or https:// URL, not "ftp://a.example".'],
  ['PUBLIC_URL', 'http://rima:secret@localhost', /^must have no path, [^@]+$/],
  ['TOKEN_SYNC_URL', 'ftp://rima:secret@a.example', 'must be a complete http:// or https:// URL.'],
  [
    'DATABASE_URL',
    'mysql://db',
    /^must be a complete postgresql:\/\/ URL, in which .+ are encoded \(# as %23\)\.$/,
  ],
  ['MAIL_FROM', 'Blood Bank', /^must be an address such as .+, not "Blood Bank"\.$/],
  ['MIN_PASSWORD_LENGTH', '5', 'must be a whole number from 6 to 128, not "5".'],
  ['REFUSE_COMMON_PASSWORDS', 'yes', 'must be true or false, not "yes".'],
  ['ALLOWED_EMAIL_DOMAINS', 'example.edu, @a.edu', /^must be comma-separated domains .+, not "@a.edu"\.$/],
  ['CLUB_WEBSITE_URL', 'javascript:alert(1)', /^must be a complete http/],
  ['CONTACT_URL', 'javascript:alert(1)', /^must be an https:, mailto: or tel: URL, not "java/],
  ['HOTLINE_NUMBER', 'call me', 'must be a phone number, not "call me".'],
  [
    'DEFAULT_PHONE_COUNTRY',
    'Bangladesh',
    /^must be a two-letter country code of ISO 3166, such as BD or GB, not "Bang/,
  ],
  [
    'DEFAULT_PHONE_COUNTRY',
    'UK',
    'must be a two-letter country code of ISO 3166, such as BD or GB, not "UK".',
  ],
  ['TOKEN_SYNC_MAX_AGE_SECONDS', '301', 'must be a whole number from 1 to 300, not "301".'],
  ['METRICS_TOKEN', 'short', 'must be at least 16 characters long.'],
  ['TRUSTED_PROXIES', 'the proxy', /^must be comma-separated IP addresses or ranges .+, not "the proxy"\.$/],
  ['TRUSTED_PROXIES', '10.0.0.1, 10.0.0.0/33', /, not "10.0.0.0\/33"\.$/],
  ['ALERT_NEW_REQUESTER', '0', 'must be a whole number from 1 to 1000000, not "0".'],
  ...manyOf(
    'QUIET_HOURS',
    ['22', '0-24'],
    'must be two hours from 0 to 23 such as 22-7, or 0-0 for none, not ',
  ),
  ...manyOf(
    'PUSH_SERVICES',
    ['push.example.edu', 'https://push.example.edu/', 'https://push.example.edu/push', 'ftp://a.example'],
    /^must be comma-separated origins such as https:\/\/push\.example\.edu/,
  ),
  ...manyOf(
    'DONATION_INTERVAL_DAYS',
    ['-1', '1.5', '3651', 'four months'],
    'must be a whole number from 0 to 3650, not ',
  ),
  ...manyOf(
    'DONOR_MIN_WEIGHT_KG',
    ['500', '39', '50.5', 'fifty'],
    'must be a whole number from 40 to 100, not ',
  ),
  ...manyOf(
    'DONOR_RULES_URL',
    ['centre.example.edu/rules', 'javascript:alert(1)'],
    'must be a complete http:// or https:// URL, not ',
  ),
  ...manyOf(
    'DONOR_AGES',
    ['60-18', '18', '18-', '15-60', '18-100', '18-18', 'adults', '18-60-70'],
    'must be two ages from 16 to 99 such as 18-60, of which the first is the lower, not ',
  ),
])('%s cannot be %j', (name, value, sentence) => {
  const [, line = '', ...more] = errorMessageOf({ [name]: value }).split('\n')
  expect(more).toHaveLength(1)
  expect(line.slice(0, 5 + name.length)).toBe(`  - ${name} `)
  expect(line.slice(5 + name.length)).toEqual(
    typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  )
})

test('pasted addresses and numbers lose the marks that nobody sees', () => {
  const config = readConfig({
    MAIL_FROM: 'Blood <\u200bblood@example.edu>\u202c',
    ALLOWED_EMAIL_DOMAINS: '\ufeffexample.edu., Other.example.edu',
    HOTLINE_NUMBER: '\u202a০১৭১২-৩৪৫৬৭৮\u202c',
  })
  expect([config.mail.from, config.accounts.allowedEmailDomains, config.hotlineNumber]).toEqual([
    'Blood <blood@example.edu>',
    ['example.edu', 'other.example.edu'],
    '01712-345678',
  ])
})
