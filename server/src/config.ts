import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { Email } from '@blood-bank/contract/passwords/accounts'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { cleanCode, cleanText } from '@blood-bank/contract/typed-text/clean'
import { isSupportedCountry } from 'libphonenumber-js/max'
import * as z from 'zod'
import { ALERT_SETTINGS, alertPolicyFrom } from './config/alert-policy.ts'
import { clubLinksFrom, exampleClubSettings, missingClubSettings } from './config/club-links.ts'
import { DONOR_SETTINGS, donorRulesFrom, intervalFaults, intervalWarnings } from './config/donor-rules.ts'
import { checkNames, type EnvironmentFile } from './config/environment-file.ts'
import { LIMIT_SETTINGS, limitsFrom } from './config/limits.ts'
import { isLoopbackHost } from './config/loopback.ts'
import { canHavePasskeys, passkeySiteOf } from './config/passkeys.ts'
import { addressIn, PUSH_SETTINGS, pushFrom } from './config/push.ts'
import { flag, httpUrl, listOf, mustBe, mustBeUrl, wholeNumber } from './config/setting-types.ts'
import { TEXT_SETTINGS, textMessageFaults, textMessagesFrom } from './config/text-messages.ts'

const DAY_S = 86_400
export const SESSION_LIFETIME_S = RETENTION.sessionDays * DAY_S

/** Only slashes after the host and port: no path, query, fragment or user. */
const BARE_URL = /^\w+:\/\/[^/\\?#@]+\/*$/

/** The environment variables, with defaults for a trial on one machine. */
const Environment = z.object({
  // With a misspelt `production`, a site would run as a trial.
  NODE_ENV: z
    .enum(['production', 'development', 'test'], mustBe('production, development or test'))
    .default('development'),
  PORT: wholeNumber(3000, { max: 65_535 }),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl
    .refine(
      url => !URL.canParse(url) || BARE_URL.test(url),
      'must have no path, query or fragment, as in https://blood.example.edu, because pages are served from the root of the host',
    )
    // As browsers write it: without blanks, capital letters, a default port and trailing slashes.
    .transform(url => new URL(url).origin)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: mustBeUrl('postgresql://') }).optional(),
  AUTH_SECRET: z.string().optional(),
  // A path is the rest of a password with a / that is not encoded: what is before it would be taken for the host.
  SMTP_URL: z
    .string()
    .refine(
      url => /^smtps?:\/\/[^/?#]+\/?(\?[^@#]*)?$/.test(url) && URL.canParse(url),
      mustBeUrl('smtp:// or smtps://'),
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .overwrite(cleanText)
    .refine(
      sender => /^[^\s@]+@[^\s@]+$/.test(addressIn(sender)),
      mustBe('an address such as Blood Bank <no-reply@example.edu>'),
    )
    .optional(),
  MIN_PASSWORD_LENGTH: wholeNumber(6, { min: 6, max: 128 }),
  REFUSE_COMMON_PASSWORDS: flag.optional(),
  ALLOWED_EMAIL_DOMAINS: listOf(
    'domains such as example.edu',
    part => Email.safeParse(`rima@${part}`).success,
  ),
  ADMINS_NEED_PASSKEY: flag.default(false),
  BRAND_NAME: z.string().default('University Blood Bank'),
  CLUB_NAME: z.string().optional(),
  CLUB_WEBSITE_URL: httpUrl.optional(),
  CLUB_FACEBOOK_URL: httpUrl.optional(),
  CLUB_LINKEDIN_URL: httpUrl.optional(),
  CONTACT_URL: z
    .url({ protocol: /^(https?|mailto|tel)$/, ...mustBe('an https:, mailto: or tel: URL') })
    .optional(),
  TIME_ZONE: z
    .string('must be set to a time zone such as Asia/Dhaka, because that of this machine has no name')
    .refine(isTimeZone, mustBe('a time zone such as Asia/Dhaka'))
    // Without a name if the machine has an unknown TZ, such as `:/etc/localtime`.
    .prefault(() => machineTimeZone() as string),
  HOTLINE_NUMBER: z
    .string()
    .overwrite(cleanCode)
    .regex(/\d.*\d.*\d/, mustBe('a phone number'))
    .optional(),
  HOTLINE_AFTER_MINUTES: wholeNumber(15),
  DEFAULT_PHONE_COUNTRY: z
    .string()
    .refine(isSupportedCountry, mustBe('a two-letter country code of ISO 3166, such as BD or GB'))
    .default('BD'),
  TRUSTED_PROXIES: listOf('IP addresses or ranges such as 10.0.0.0/8', isProxy),
  TOKEN_SYNC_URL: httpUrl.optional(),
  TOKEN_SYNC_MAX_AGE_SECONDS: wholeNumber(60, { min: 1, max: 300 }),
  ALLOW_HTTP: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      mustBe('fatal, error, warn, info, debug, trace or silent'),
    )
    .default('info'),
  ...DONOR_SETTINGS,
  ...LIMIT_SETTINGS,
  ...ALERT_SETTINGS,
  ...PUSH_SETTINGS,
  ...TEXT_SETTINGS,
})

/** @returns undefined if it has no name, such as with an empty TZ */
function machineTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'Etc/Unknown' ? undefined : timeZone
}

/** The names of UTC. Servers and containers have it unless somebody chose another zone; hardly anybody lives by it. */
const UTC = /^(?:Etc\/)?(?:UTC|UCT|GMT(?:[+-]?0)?|Greenwich|Universal|Zulu)$|^[+-]00:00$/i

function isTimeZone(name: string) {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isProxy(text: string) {
  const [address = '', bits, ...more] = text.split('/')
  const maxBits = isIP(address) === 6 ? 128 : 32
  const isRange = bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= maxBits)
  return isIP(address) !== 0 && isRange && more.length === 0
}

/** The configuration of the server; read once and passed down as a value. */
export type Config = ReturnType<typeof configFrom>

/** Lists all faults of the environment in one message (spec §8). */
export class ConfigError extends Error {}

/**
 * Reads and validates the environment.
 * @param inFile the names in the environment file
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  file: EnvironmentFile = { names: [], faults: [] },
): Config {
  const names = checkNames({ known: Object.keys(Environment.shape), environment, inFile: file.names })
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(given)
  const faults = [
    ...file.faults,
    ...names.faults,
    ...(read.error?.issues.map(faultOf) ?? []),
    ...productionFaults(given),
    ...passkeyFaults(given),
    ...textMessageFaults(given, { isPublic: isProductionSite(given) }),
  ]
  if (!read.success || faults.length > 0) {
    throw new ConfigError(
      `The configuration has errors:\n${faults.map(fault => `  - ${fault}`).join('\n')}\n` +
        'Set these values in the environment file (.env) and restart the server.',
    )
  }
  return configFrom(read.data, names.warnings, { timeZone: given.TIME_ZONE !== undefined })
}

const faultOf = (issue: z.core.$ZodIssue) => `${issue.path.join('.')} ${issue.message}.`

/** A shorter secret, or one with fewer different characters, could be guessed. */
const MIN_SECRET_LENGTH = 32
const MIN_DIFFERENT_CHARACTERS = 10

/**
 * The faults of a public installation: one whose `PUBLIC_URL` is not a loopback address, or that sets
 * `NODE_ENV=production`.
 */
function productionFaults(environment: NodeJS.ProcessEnv) {
  const faults: string[] = []
  const { AUTH_SECRET: secret, PUBLIC_URL: publicUrl } = environment
  const isPublic = publicUrl !== undefined && isPublicAddress(publicUrl)
  // A trial can become public, and keeps its secret then.
  if (secret && (secret.length < MIN_SECRET_LENGTH || new Set(secret).size < MIN_DIFFERENT_CHARACTERS))
    faults.push(`AUTH_SECRET is too weak. ${SECRET_COMMAND}`)
  if (!isProductionSite(environment)) return faults
  if (!secret) faults.push(`AUTH_SECRET is missing. ${SECRET_COMMAND}`)
  if (!environment.SMTP_URL) faults.push('SMTP_URL is missing. The site cannot send email without it.')
  if (!publicUrl) faults.push('PUBLIC_URL is missing. Links in emails need it.')
  if (isPublic && new URL(publicUrl).protocol === 'http:' && environment.ALLOW_HTTP !== 'true')
    faults.push(
      'PUBLIC_URL must use https, because http sends passwords unencrypted. Set ALLOW_HTTP=true to allow http.',
    )
  return [...faults, ...intervalFaults(environment)]
}

const isProductionSite = ({ PUBLIC_URL: publicUrl, NODE_ENV }: NodeJS.ProcessEnv) =>
  NODE_ENV === 'production' || (publicUrl !== undefined && isPublicAddress(publicUrl))

/** Without passkeys no admin could act. */
function passkeyFaults({ ADMINS_NEED_PASSKEY: isNeeded, PUBLIC_URL: publicUrl }: NodeJS.ProcessEnv) {
  const isPossible = publicUrl === undefined || !URL.canParse(publicUrl) || canHavePasskeys(publicUrl)
  if (isNeeded !== 'true' || isPossible) return []
  return ['ADMINS_NEED_PASSKEY needs a PUBLIC_URL with https and a host name, because browsers require it.']
}

const SECRET_COMMAND = 'Generate one with: openssl rand -base64 48'

/** Whether other machines can open a URL. An invalid URL is reported by the schema. */
export function isPublicAddress(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && !isLoopbackHost(parsed.host)
}

function configFrom(
  environment: z.infer<typeof Environment>,
  warnings: string[],
  isGiven: { timeZone: boolean },
) {
  const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`
  const isPublic = isPublicAddress(publicUrl)
  const isProduction = environment.NODE_ENV === 'production' || isPublic
  const mailFrom =
    environment.MAIL_FROM ??
    `${JSON.stringify(environment.BRAND_NAME)} <no-reply@${new URL(publicUrl).hostname}>`
  return {
    /** Whether the site is public: developer pages are not served, and no reply describes the database. */
    isProduction,
    /** Whether other machines can open `PUBLIC_URL`. */
    isPublic,
    port: environment.PORT,
    host: environment.HOST,
    /** The address that people use, without a trailing slash. */
    publicUrl,
    isPublicUrlGiven: environment.PUBLIC_URL !== undefined,
    isHttps: publicUrl.startsWith('https:'),
    dataDir: resolve(environment.DATA_DIR),
    databaseUrl: environment.DATABASE_URL ?? null,
    authSecret: environment.AUTH_SECRET ?? null,
    mail: {
      smtpUrl: environment.SMTP_URL ?? null,
      from: mailFrom,
    },
    accounts: {
      minPasswordLength: environment.MIN_PASSWORD_LENGTH,
      /** On a public site unless the operator allows them: anybody can try them there. */
      refuseCommonPasswords: environment.REFUSE_COMMON_PASSWORDS ?? isPublic,
      /** Whether admins have an admin's rights only in sessions in which they have used a passkey. */
      adminsNeedPasskey: environment.ADMINS_NEED_PASSKEY,
      allowedEmailDomains: environment.ALLOWED_EMAIL_DOMAINS.map(domain => domain.toLowerCase()),
    },
    passkeys: passkeySiteOf(publicUrl),
    brandName: environment.BRAND_NAME,
    clubName: environment.CLUB_NAME ?? 'University Computer Club',
    clubLinks: clubLinksFrom(environment, { isPublic }),
    contactUrl: environment.CONTACT_URL ?? null,
    /** The club settings that are not set, so that their links lead to examples. */
    exampleClubSettings: exampleClubSettings(environment, { isPublic }),
    /** What the checklist of the admins' overview asks for. */
    missingClubSettings: missingClubSettings(environment),
    timeZone: environment.TIME_ZONE,
    isTimeZoneGiven: isGiven.timeZone,
    /** Whether nobody has chosen the time zone. It decides when people are woken, and when blood is needed. */
    isTimeZoneMissing: !isGiven.timeZone && UTC.test(environment.TIME_ZONE),
    /** How many days after a donation a donor can donate again. */
    intervals: {
      intervalDays: environment.DONATION_INTERVAL_DAYS,
      plateletIntervalDays: environment.PLATELET_INTERVAL_DAYS,
    },
    /** Who can come to give blood: a sentence, and the blood centre's own rules. */
    donorRules: donorRulesFrom(environment),
    /** Shown to requesters to whom nobody has offered for a while, and to those who are offline. */
    hotlineNumber: environment.HOTLINE_NUMBER ?? null,
    hotlineAfterMinutes: environment.HOTLINE_AFTER_MINUTES,
    defaultPhoneCountry: environment.DEFAULT_PHONE_COUNTRY,
    trustedProxies: environment.TRUSTED_PROXIES,
    tokenSync: environment.TOKEN_SYNC_URL
      ? { url: environment.TOKEN_SYNC_URL, maxAgeSeconds: environment.TOKEN_SYNC_MAX_AGE_SECONDS }
      : null,
    push: pushFrom(environment, { publicUrl, isPublic, mailFrom }),
    textMessages: textMessagesFrom(environment),
    metricsToken: environment.METRICS_TOKEN ?? null,
    logLevel: environment.LOG_LEVEL,
    /** What is said at the start about names that are no settings, and about intervals that can harm donors. */
    warnings: [...warnings, ...(isProduction ? intervalWarnings(environment) : [])],
    limits: limitsFrom(environment),
    alertPolicy: alertPolicyFrom(environment),
  }
}
