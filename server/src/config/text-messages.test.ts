import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { PUBLIC_SITE } from '../testing/environments/public-site.ts'

const SMS_URL = 'https://sms.example.com/send?to={digits}&text={message}'
const POSTED = { SMS_URL: 'https://sms.example.com/send', SMS_BODY: 'to={phone}&text={message}' }

function faultsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').flatMap(line => (line.startsWith('  - ') ? [line.slice(4)] : []))
  }
}

test('without a gateway, or with none a day, the site sends no text messages', () => {
  expect(readConfig({}).textMessages).toBeNull()
  expect(readConfig({ SMS_URL, SMS_PER_DAY: '0' }).textMessages).toBeNull()
  expect(readConfig({ SMS_BODY: 'of a gateway that is switched off' }).textMessages).toBeNull()
})

test('a gateway is described by its settings', () => {
  expect(readConfig({ SMS_URL }).textMessages).toEqual({
    gateway: {
      url: SMS_URL,
      body: null,
      headers: {},
      from: '',
      isOk: expect.any(Function),
      isPrivate: false,
    },
    perDay: 200,
    countries: ['BD'],
  })
  const json = '{"to":"{phone}","text":"{message}","from":"{from}"}'
  const SMS_HEADERS = 'Authorization: App a:b:c\n\n X-Site : blood bank \r\n'
  const all = { ...POSTED, SMS_BODY: ` ${json}\n`, SMS_HEADERS, SMS_FROM: ' Bank ', SMS_PER_DAY: '50' }
  expect(readConfig({ ...all, SMS_PRIVATE_GATEWAY: 'true' }).textMessages).toEqual({
    gateway: {
      url: POSTED.SMS_URL,
      body: { kind: 'json', template: json },
      headers: { authorization: 'App a:b:c', 'x-site': 'blood bank' },
      from: 'Bank',
      isOk: expect.any(Function),
      isPrivate: true,
    },
    perDay: 50,
    countries: ['BD'],
  })
})

test('headers can be written in one line', () => {
  const textMessages = readConfig({ ...POSTED, SMS_HEADERS: 'A: 1\\nB: 2' }).textMessages
  expect(textMessages?.gateway).toMatchObject({ headers: { a: '1', b: '2' } })
})

const HTTP = 'SMS_URL must be a complete http:// or https:// URL, without placeholders in its host.'
const PRIVATE = 'SMS_URL leads to this machine or a private network, which SMS_PRIVATE_GATEWAY=true allows.'
const QUERY = '?to={phone}&text={message}'

test.each([
  [`ftp://sms.example.com/${QUERY}`, HTTP],
  [`file:///etc/passwd${QUERY}`, HTTP],
  [`sms.example.com/${QUERY}`, HTTP],
  [`https:sms.example.com/${QUERY}`, HTTP],
  [`https://{phone}.example.com/${QUERY}`, HTTP],
  [`https://sms.example.com{message}/${QUERY}`, HTTP],
  [`https://sms.example.com:99999/${QUERY}`, HTTP],
  [`https://sms.example.com/${QUERY}#there`, 'SMS_URL must have no #; in a value write it as %23.'],
  [`http://localhost:13013/${QUERY}`, PRIVATE],
  [`http://sms.localhost/${QUERY}`, PRIVATE],
  [`http://127.1/${QUERY}`, PRIVATE],
  [`http://0x7f000001/${QUERY}`, PRIVATE],
  [`http://2130706433/${QUERY}`, PRIVATE],
  [`http://[::1]/${QUERY}`, PRIVATE],
  [`http://[::ffff:10.0.0.1]/${QUERY}`, PRIVATE],
  [`http://user@192.168.1.1:8080${QUERY}`, PRIVATE],
  [`http://169.254.169.254/${QUERY}`, PRIVATE],
  ['https://sms.example.com/', 'SMS_URL must contain {message}, and {phone} or {digits}.'],
  ['https://sms.example.com/?to={phone}', 'SMS_URL must contain {message}, and {phone} or {digits}.'],
  [
    `https://sms.example.com/${QUERY}&key={key}`,
    'SMS_URL can contain {phone}, {digits}, {message} and {from}, but no other placeholder.',
  ],
  [`https://sms.example.com/${QUERY}&from={from}`, 'SMS_FROM is missing, but {from} stands for it.'],
])('SMS_URL=%s is refused at the start', (SMS_URL, fault) => {
  expect(faultsOf({ SMS_URL })).toEqual([fault])
})

test('an operator can allow a gateway in the same house', () => {
  const SMS_URL = `http://127.0.0.1:13013/${QUERY}`
  expect(faultsOf({ SMS_URL, SMS_PRIVATE_GATEWAY: 'true' })).toEqual([])
})

const FORM = 'SMS_BODY must be JSON, or a form such as to={phone}&text={message} in one line.'
const JSON_TEXT = 'SMS_BODY must be valid JSON, with placeholders in quotes as in {"to":"{phone}"}.'
const NEEDED = 'SMS_BODY must contain {message}, and {phone} or {digits}.'

test.each([
  ['{phone} {message}', JSON_TEXT],
  ['{"to":{phone},"text":"{message}"}', JSON_TEXT],
  ["{'to':'{phone}','text':'{message}'}", JSON_TEXT],
  ['<to>{phone}</to><text>{message}</text>', FORM],
  ['to={phone}&{message}', FORM],
  ['to={phone}', NEEDED],
  ['text={message}', NEEDED],
  ['{"to":"{phone}"}', NEEDED],
  [
    'to={phone}&text={message}&id={id}',
    'SMS_BODY can contain {phone}, {digits}, {message} and {from}, but no other placeholder.',
  ],
])('SMS_BODY=%s is refused at the start', (SMS_BODY, fault) => {
  expect(faultsOf({ ...POSTED, SMS_BODY })).toEqual([fault])
})

test('the number can stand in the address and the message in the body', () => {
  expect(faultsOf({ SMS_URL: 'https://sms.example.com/to/{phone}', SMS_BODY: 'text={message}' })).toEqual([])
})

const lineIs = (n: number) =>
  `SMS_HEADERS must have one "Name: value" a line, but line ${n} is something else.`

test.each([
  ['secret-key', lineIs(1)],
  ['A: 1\nsecret-key', lineIs(2)],
  ['A: 1\nX Y: 2', lineIs(2)],
  ['A:', lineIs(1)],
  [': secret-key', lineIs(1)],
  ['A: secret\u0001key', lineIs(1)],
  ['A: রক্ত', lineIs(1)],
  ['Content-Length: 5', 'SMS_HEADERS cannot have the header content-length here, or twice.'],
  ['A: 1\na: 2', 'SMS_HEADERS cannot have the header a here, or twice.'],
])('SMS_HEADERS=%j is refused at the start, and is not printed', (SMS_HEADERS, fault) => {
  expect(faultsOf({ ...POSTED, SMS_HEADERS })).toEqual([fault])
})

test.each(['(', '[', '*', '(?<'])('SMS_OK=%s is refused at the start', SMS_OK => {
  expect(faultsOf({ ...POSTED, SMS_OK })).toEqual(['SMS_OK must be a regular expression.'])
})

test.each(['^(a+)+$', '^OK (\\w+\\s?)*$'])(
  'SMS_OK=%s could take forever, and is refused at the start',
  SMS_OK => {
    expect(faultsOf({ ...POSTED, SMS_OK })).toEqual([
      'SMS_OK could take forever on a reply; write it without a repetition inside a repetition.',
    ])
  },
)

test.each([
  ['^0', '0: Accepted for delivery', true],
  ['^0', '3: Queued', false],
  ['"status": ?"0"', '{"messages":[{"status":"0"}]}', true],
  ['"status": ?"0"', `${'x'.repeat(995)}"status":"0"`, false],
  ['^1701\\|', '1701|8801712345678|77', true],
  ['SUBMITTED.*ID', 'SMS SUBMITTED: ID - bw-1', true],
  ['ok', 'OK', false],
])('SMS_OK=%s with the reply %s: %s', (SMS_OK, reply, isOk) => {
  const gateway = readConfig({ ...POSTED, SMS_OK }).textMessages?.gateway
  expect(gateway !== 'mailbox' && gateway?.isOk(reply)).toBe(isOk)
})

test('the mailbox takes the place of a gateway on this machine alone', () => {
  expect(readConfig({ SMS_URL: 'mailbox' }).textMessages).toEqual({
    gateway: 'mailbox',
    perDay: 200,
    countries: ['BD'],
  })
  expect(faultsOf({ ...PUBLIC_SITE, SMS_URL: 'mailbox' })).toEqual([
    'SMS_URL must lead to a gateway, because a public site shows no mailbox.',
  ])
})

test.each([
  [{}, ['BD']],
  [{ DEFAULT_PHONE_COUNTRY: 'GB' }, ['GB']],
  [{ SMS_COUNTRIES: ' bd, In;+881 ' }, ['BD', 'IN', '+881']],
])('texts go to the countries of %o', (environment, countries) => {
  expect(readConfig({ SMS_URL, ...environment }).textMessages?.countries).toEqual(countries)
})

test.each(['UK', 'BD, Bangladesh', '+1', '+880'])('SMS_COUNTRIES cannot be %s', SMS_COUNTRIES => {
  expect(faultsOf({ SMS_URL, SMS_COUNTRIES })).toEqual([expect.stringMatching(/^SMS_COUNTRIES must list/)])
})
