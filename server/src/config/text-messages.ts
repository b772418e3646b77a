import { isIP } from 'node:net'
import { isSupportedCountry } from 'libphonenumber-js/max'
import * as z from 'zod'
import { isLoopbackHost, isPublicIpAddress } from './loopback.ts'
import { nodeHttp } from './node-http.ts'
import { createReplyTest, faultOfPattern } from './reply-pattern.ts'
import { flag, wholeNumber } from './setting-types.ts'

/** The settings of text messages (docs/operations.md explains each). `textMessageFaults` checks them together. */
export const TEXT_SETTINGS = {
  SMS_URL: z.string().trim().optional(),
  SMS_BODY: z.string().trim().optional(),
  SMS_HEADERS: z.string().optional(),
  SMS_FROM: z.string().trim().optional(),
  SMS_OK: z.string().optional(),
  SMS_COUNTRIES: z.string().trim().optional(),
  SMS_PER_DAY: wholeNumber(200),
  SMS_PRIVATE_GATEWAY: flag.default(false),
}

/** The HTTP interface that takes text messages. Its templates contain placeholders. */
export type TextGateway = {
  url: string
  /** null: GET */
  body: { kind: 'json' | 'form'; template: string } | null
  /** The names are in lower case. */
  headers: Record<string, string>
  from: string
  /** Tells by a reply whether the message was taken. */
  isOk: (reply: string) => boolean
  /** Whether it may be on this machine or in a private network. */
  isPrivate: boolean
}

/** How text messages are sent. */
export type TextMessages = {
  /** `mailbox`: they are not sent, but shown beside the caught emails. */
  gateway: TextGateway | 'mailbox'
  /** How many are sent in a day. */
  perDay: number
  /** To numbers of which countries: two-letter codes, and calling codes of no country such as +881. */
  countries: string[]
}

/** What a template can contain, as in `{phone}`. */
export type Placeholder = 'phone' | 'digits' | 'message' | 'from'
const PLACEHOLDERS: string[] = ['phone', 'digits', 'message', 'from'] satisfies Placeholder[]

/** The value of `SMS_URL` for the demo and for developers. */
const MAILBOX = 'mailbox'

const Settings = z.object(TEXT_SETTINGS)

/** @returns null if the site sends no text messages */
export function textMessagesFrom(
  settings: z.infer<typeof Settings> & { DEFAULT_PHONE_COUNTRY: string },
): TextMessages | null {
  const { SMS_URL: url, SMS_BODY: template, SMS_OK: pattern, SMS_PER_DAY: perDay } = settings
  if (url === undefined || perDay === 0) return null
  const listed = countriesIn(settings.SMS_COUNTRIES)
  // A text to a satellite costs as much as a hundred to the neighbours.
  const countries = listed.length > 0 ? listed : [settings.DEFAULT_PHONE_COUNTRY]
  if (url === MAILBOX) return { gateway: MAILBOX, perDay, countries }
  const gateway: TextGateway = {
    url,
    body: template === undefined ? null : { kind: looksLikeJson(template) ? 'json' : 'form', template },
    headers: Object.fromEntries(headerLines(settings.SMS_HEADERS).flatMap(line => readHeader(line) ?? [])),
    from: settings.SMS_FROM ?? '',
    isOk: pattern === undefined ? () => true : createReplyTest(pattern),
    isPrivate: settings.SMS_PRIVATE_GATEWAY,
  }
  return { gateway, perDay, countries }
}

/** The faults of the settings, one sentence each. They quote no value, because keys are among them. */
export function textMessageFaults(environment: NodeJS.ProcessEnv, { isPublic }: { isPublic: boolean }) {
  const url = environment.SMS_URL?.trim()
  if (url === undefined) return []
  const countries = countryFaults(environment.SMS_COUNTRIES)
  if (url === MAILBOX)
    return isPublic ? ['SMS_URL must lead to a gateway, because a public site shows no mailbox.'] : countries
  return [
    ...countries,
    ...urlFaults(url, environment.SMS_PRIVATE_GATEWAY === 'true'),
    ...bodyFaults(environment.SMS_BODY?.trim()),
    ...placeholderFaults(url, environment),
    ...headerFaults(environment.SMS_HEADERS),
    ...patternFaults(environment.SMS_OK),
  ]
}

const countriesIn = (list = '') => list.split(/[\s,;]+/).flatMap(code => code.toUpperCase() || [])

/** Countries that share a calling code are named by themselves: +1 would be twenty of them. */
const isListable = (code: string) =>
  isSupportedCountry(code) || /^\+(?:800|808|870|878|88[1238]|979)$/.test(code)

function countryFaults(list: string | undefined): string[] {
  const wrong = countriesIn(list).findIndex(code => !isListable(code)) + 1
  return wrong > 0
    ? [
        `SMS_COUNTRIES must list two-letter country codes such as BD, GB (not UK), or the calling code of a satellite network such as +881, but entry ${wrong} is something else.`,
      ]
    : []
}

/** Scheme, user and host, in which no placeholder can stand. */
const ORIGIN = /^https?:\/\/[^\s/?#{}\\]+(?:[/?]|$)/i

function urlFaults(url: string, isPrivate: boolean): string[] {
  if (!ORIGIN.test(url) || !URL.canParse(url))
    return ['SMS_URL must be a complete http:// or https:// URL, without placeholders in its host.']
  if (url.includes('#')) return ['SMS_URL must have no #; in a value write it as %23.']
  const host = new URL(url).hostname
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const isLocal = isLoopbackHost(host) || (isIP(address) !== 0 && !isPublicIpAddress(address))
  return isLocal && !isPrivate
    ? ['SMS_URL leads to this machine or a private network, which SMS_PRIVATE_GATEWAY=true allows.']
    : []
}

const looksLikeJson = (body: string) => /^[{[]/.test(body)

const FORM = /^[^=&\s]+=[^&]*(?:&[^=&\s]+=[^&]*)*$/

function bodyFaults(body: string | undefined): string[] {
  if (body === undefined) return []
  if (!looksLikeJson(body))
    return FORM.test(body)
      ? []
      : ['SMS_BODY must be JSON, or a form such as to={phone}&text={message} in one line.']
  try {
    JSON.parse(body)
    return []
  } catch {
    return ['SMS_BODY must be valid JSON, with placeholders in quotes as in {"to":"{phone}"}.']
  }
}

function placeholderFaults(url: string, { SMS_BODY: body = '', SMS_FROM: from }: NodeJS.ProcessEnv) {
  const names = [...`${url} ${body}`.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const where = body === '' ? 'SMS_URL' : 'SMS_BODY'
  const faults: string[] = []
  if (!names.includes('message') || !(names.includes('phone') || names.includes('digits')))
    faults.push(`${where} must contain {message}, and {phone} or {digits}.`)
  if (!names.every(name => PLACEHOLDERS.includes(name)))
    faults.push(`${where} can contain {phone}, {digits}, {message} and {from}, but no other placeholder.`)
  if (names.includes('from') && !from?.trim()) faults.push('SMS_FROM is missing, but {from} stands for it.')
  return faults
}

/** Settings of containers cannot have line breaks, so `\n` is one, too. */
const headerLines = (text = '') => text.split(/\r?\n|\\n/).filter(line => line.trim() !== '')

/** @returns null for a line that is not `Name: value` */
function readHeader(line: string): [[name: string, value: string]] | null {
  const colon = line.indexOf(':')
  const [name, value] = [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()]
  try {
    nodeHttp.validateHeaderName(name)
    nodeHttp.validateHeaderValue(name, value)
  } catch {
    return null
  }
  return value === '' ? null : [[name, value]]
}

/** HTTP itself sets these. */
const RESERVED = ['connection', 'content-length', 'host', 'transfer-encoding']

function headerFaults(text: string | undefined): string[] {
  const lines = headerLines(text).map(readHeader)
  const wrong = lines.indexOf(null) + 1
  if (wrong > 0)
    return [`SMS_HEADERS must have one "Name: value" a line, but line ${wrong} is something else.`]
  const names = lines.flatMap(line => line ?? []).map(([name]) => name)
  const unusable = names.find((name, n) => RESERVED.includes(name) || names.indexOf(name) < n)
  return unusable === undefined ? [] : [`SMS_HEADERS cannot have the header ${unusable} here, or twice.`]
}

function patternFaults(pattern: string | undefined): string[] {
  const fault = pattern === undefined ? null : faultOfPattern(pattern)
  if (fault === 'invalid') return ['SMS_OK must be a regular expression.']
  return fault === 'slow'
    ? ['SMS_OK could take forever on a reply; write it without a repetition inside a repetition.']
    : []
}
