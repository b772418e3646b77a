import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runScript } from '../testing/launch-product.ts'
import { createTestDatabase } from '../testing/postgres/test-database.ts'

const timeout = 300_000
const WAIT = { timeout: 200_000, interval: 25 }

const { ownerAddress } = await createTestDatabase()
const DATABASE_URL = `postgresql:///${ownerAddress.database}?host=${encodeURIComponent(ownerAddress.host)}&user=${ownerAddress.user}`

const folder = mkdtempSync(join(tmpdir(), 'refusals-'))
afterAll(() => rmSync(folder, { recursive: true }))
const dataDir = join(folder, 'data')
const file = join(folder, 'file')
writeFileSync(file, '')

/** How a script ends, and what it says. */
async function outcomeOf(
  path: string,
  args: string[],
  environment: Record<string, string> = {},
  where = dataDir,
) {
  const { ended, output } = runScript(path, { dataDir: where, args, environment })
  return [await ended, output().trim()]
}

const NO_DATABASE = `There is no database in ${dataDir}. Set DATA_DIR to the data folder of the server, or start the server once.`

test('commands with wrong arguments or in the wrong folder say what to do, and create nothing', {
  timeout,
}, async () => {
  const cases: [name: string, args: string[], code: number, message: string | RegExp][] = [
    ['import', [file], 1, NO_DATABASE],
    ['admin', ['grant'], 2, /^An argument is missing; use: npm run admin -- /],
    ['admin', ['list'], 1, NO_DATABASE],
    ['restore', [folder], 1, `${folder} cannot be read: it is not a file.`],
  ]
  const outcomes = await Promise.all(
    cases.map(([name, args]) => outcomeOf(`operations/cli/${name}.ts`, args)),
  )
  expect(outcomes).toEqual(
    cases.map(([, , code, message]) => [
      code,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]),
  )
  expect(readdirSync(folder)).toEqual(['file'])
})

test('a data folder that cannot be one, and an address that is not of this machine, are named', {
  timeout,
}, async () => {
  expect(await outcomeOf('main.ts', [], { PORT: '0' }, file)).toEqual([
    1,
    expect.stringMatching(
      /^The data folder \S+ cannot be used \(EEXIST.+\)\. Choose another with DATA_DIR\.$/,
    ),
  ])
  expect(await outcomeOf('main.ts', [], { DATABASE_URL, HOST: '192.0.2.1', LOG_LEVEL: 'error' })).toEqual([
    1,
    expect.stringMatching(
      /^The server cannot listen on port 3000 of 192\.0\.2\.1 \(.+\)\. Set HOST to an address of this machine, and PORT to a port that its user may use\.$/,
    ),
  ])
})

test('a server that cannot listen creates no database', { timeout }, async () => {
  const ownFolder = join(folder, 'own')
  const [code] = await outcomeOf('main.ts', [], { HOST: '192.0.2.1', LOG_LEVEL: 'error' }, ownFolder)
  expect([code, existsSync(ownFolder)]).toEqual([1, false])
})

test('with PORT=0 a free port is chosen, and a stopped server says nothing of the connections that it closes', {
  timeout,
}, async () => {
  const product = runScript('main.ts', { dataDir, environment: { DATABASE_URL, PORT: '0' } })
  await vi.waitUntil(() => product.output().includes('is ready'), WAIT)
  const [url = ''] = /http:\/\/localhost:\d+/.exec(product.output()) ?? []
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const atStop = product.output().length
  product.signal('SIGTERM')
  expect(await product.ended).toBe(0)
  expect(product.output().slice(atStop)).not.toMatch(/"level":[456]0/)
})
