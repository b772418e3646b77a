import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { loadEnvironmentFile } from './environment-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'environment-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The configuration of an environment file beside an environment, or its faults. */
function read(file: string | Uint8Array, environment: NodeJS.ProcessEnv = {}): Partial<Config> | string[] {
  const path = join(folder, '.env')
  writeFileSync(path, file)
  try {
    return readConfig(environment, loadEnvironmentFile(environment, path))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
      .split('\n')
      .slice(1, -1)
      .map(line => line.replace('  - ', ''))
  }
}

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['SMTP-URL', 'SMTP_URL'],
  ['PROT', 'PORT'],
  ['TIMEZONE', 'TIME_ZONE'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['POST_PER_DAY', 'POSTS_PER_DAY'],
  ['AUTHSECRET', 'AUTH_SECRET'],
])('%s in .env is refused with the question whether %s was meant', (typed, meant) => {
  expect(read(`BRAND_NAME=Bank\n${typed}=x\n`)).toEqual([`${typed} is unknown. Did you mean ${meant}?`])
})

test('an unknown name is refused together with all other errors', () => {
  expect(read('SMPT_URL=smtp://mail.example.edu\nPORT=many\n')).toEqual([
    'SMPT_URL is unknown. Did you mean SMTP_URL?',
    'PORT must be a whole number from 0 to 65535, not "many".',
  ])
})

test('names of other programs in .env are warned of in one line', () => {
  expect(read('POSTGRES_PASSWORD=x\nCOMPOSE_FILE=deploy/compose.yaml\nPORT=4000\n')).toMatchObject({
    port: 4000,
    warnings: ['.env has names that are no settings, and have no effect: COMPOSE_FILE, POSTGRES_PASSWORD.'],
  })
})

test('a name of another program that is almost a setting is allowed once that setting is set', () => {
  expect(read('TIMEZONE=x\nTIME_ZONE=Asia/Dhaka\n')).toMatchObject({
    timeZone: 'Asia/Dhaka',
    warnings: ['TIMEZONE is unknown. Did you mean TIME_ZONE?'],
  })
})

test('of the names in the environment, those that are almost a setting are warned of', () => {
  expect(read('', { PATH: '/usr/bin', HOSTNAME: 'blood', SHLVL: '1', TRUSTED_PROXY: '::1' })).toMatchObject({
    warnings: ['TRUSTED_PROXY is unknown. Did you mean TRUSTED_PROXIES?'],
  })
})

test.each(['ALERT_PRIOR', 'ALERT_WAVE_LOW', 'ALERT_BACKUP_OFFERS_URGENT', 'DATABASE_READ_URL'])(
  '%s, a setting of earlier versions, does not stop an upgrade',
  name => {
    const warnings = [`${name} is no longer a setting, and has no effect. Remove it.`]
    expect(read(`${name}=1\n`)).toMatchObject({ warnings })
    expect(read('', { [name]: '1' })).toMatchObject({ warnings })
  },
)

test.each([
  'PORT=4000\nBRAND_NAME=Blood Bank\n',
  'PORT=4000\r\nBRAND_NAME="Blood Bank"\r\n',
  '\uFEFFPORT=4000\nBRAND_NAME=Blood Bank\n',
  "export PORT=4000\n  export BRAND_NAME='Blood Bank'",
  'PORT = 4000\n\tBRAND_NAME = "Blood Bank"  # the name\n\n# more\n',
])('%j is read', file => {
  expect(read(file)).toMatchObject({ port: 4000, brandName: 'Blood Bank', warnings: [] })
})

const NO_EQUALS = 'has no =. Write NAME=VALUE, or # before a comment.'
const OPEN = 'that nothing closes.'
test.each([
  ['PORT 4000', 'Line 1 of .env has no =. Write PORT=VALUE, or # before a comment.'],
  [
    'PORT=4000\n\nBRAND_NAME: Blood Bank',
    'Line 3 of .env has no =. Write BRAND_NAME=VALUE, or # before a comment.',
  ],
  ['# words\nexport s3cr3t\n', `Line 2 of .env ${NO_EQUALS}`],
  ['PORT=4000\r\nfoo bar\r\n', `Line 2 of .env ${NO_EQUALS}`],
  ['BRAND_NAME="unterminated', `Line 1 of .env opens a quotation mark (") ${OPEN}`],
  [
    "PORT=4000\nBRAND_NAME = 'unterminated\n\nCLUB_NAME=Club\n",
    `Line 2 of .env opens a quotation mark (') ${OPEN}`,
  ],
  ['BRAND_NAME="open\nCLUB_NAME="Club"\n', `Line 1 of .env opens a quotation mark (") ${OPEN}`],
  ['BRAND_NAME=`open\nCLUB_NAME="Club"\n', `Line 1 of .env opens a quotation mark (\`) ${OPEN}`],
  ['BRAND_NAME="Blood" Bank', `Line 1 of .env opens a quotation mark (") ${OPEN}`],
  [
    'METRICS_TOKEN=0123456789abcdef#ghi',
    'Line 1 of .env has a # in its value. Put the value in quotation marks.',
  ],
])('%j is refused with its line, and nothing of it is printed', (file, fault) => {
  expect(read(file)).toEqual([fault])
})

test('all lines that are wrong are named at once, together with wrong values', () => {
  expect(read('one\nPORT=many\ntwo\nBRAND_NAME="open')).toEqual([
    `Line 1 of .env ${NO_EQUALS}`,
    `Line 3 of .env ${NO_EQUALS}`,
    `Line 4 of .env opens a quotation mark (") ${OPEN}`,
    'PORT must be a whole number from 0 to 65535, not "many".',
  ])
})

test.each([
  'SMS_HEADERS="PORTS: 1\nHost: x"\n',
  "SMS_BODY='{\n\"to\": 1 # it is\n}' # a comment\nBRAND_NAME=St. John's\n",
  '\n  # it\'s "a comment\nBRAND_NAME="a # b" # c\nCLUB_NAME=Club # it\'s ours\nCONTACT_URL=\n',
])('%j has nothing wrong', file => {
  expect(read(file)).toMatchObject({ warnings: [] })
})

test('the environment goes before the file', () => {
  expect(read('PORT=4000\n', { PORT: '5000' })).toMatchObject({ port: 5000 })
  expect(read('SMTP_URL=smtp://mail.example.edu\n', { SMTP_URL: '' })).toMatchObject({
    mail: { smtpUrl: null },
  })
})

test('a file that is not UTF-8, and one that cannot be read, are errors', () => {
  expect(() => read(Buffer.from('\uFEFFPORT=4000', 'utf16le'))).toThrow(
    'The environment file (.env) is not UTF-8. Save it as UTF-8 text.',
  )
  expect(() => loadEnvironmentFile({}, folder)).toThrow('The environment file (.env) cannot be read (EISDIR')
  expect(loadEnvironmentFile({}, join(folder, 'missing'))).toEqual({ names: [], faults: [] })
})
