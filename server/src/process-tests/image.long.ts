import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../config/version.ts'
import { buildImage, type Image, reasonNotToBuild } from '../testing/container/build-image.ts'
import { runImage } from '../testing/container/run-image.ts'
import { startSilentNetwork } from '../testing/postgres/silent-network.ts'
import { createTestDatabase } from '../testing/postgres/test-database.ts'

const MAX_SIZE_MB = 350
const STOPPED_WITHIN_MS = 5_000

const reason = reasonNotToBuild()
const { ownerAddress } = await createTestDatabase()
const network = await startSilentNetwork(ownerAddress)
const folder = mkdtempSync(join(tmpdir(), 'image-'))
let image: Image
let buildMs = 0

beforeAll(() => {
  if (reason) return
  const begunAt = performance.now()
  image = buildImage(folder)
  buildMs = performance.now() - begunAt
})
afterAll(() => {
  image?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const tested = test.skipIf(reason !== null)
const title = (text: string) => (reason ? `${text} (${reason})` : text)

async function run(...[options]: [Parameters<typeof runImage>[1]]) {
  const container = await runImage(image, options)
  onTestFinished(container.kill)
  return container
}

/** An empty volume that belongs to the image's user. */
function aVolume() {
  const volume = mkdtempSync(join(tmpdir(), 'volume-'))
  onTestFinished(() => rmSync(volume, { recursive: true, force: true }))
  const [user, group] = image.config.User.split(':').map(Number)
  chownSync(volume, user as number, group as number)
  return volume
}

tested(title('the image is at most 350 MB and says its version'), async ({ annotate }) => {
  const size = Number.parseFloat(image.size)
  const tried = `container image built in ${inSeconds(buildMs)}: ${image.size}`
  const faults = Number(!image.size.endsWith(' MB') || size > MAX_SIZE_MB)
  await annotate(JSON.stringify({ tried, trials: 1, faults }), 'figures')
  expect(faults).toBe(0)
  expect(image.config.Labels['org.opencontainers.image.version']).toBe(VERSION)
})

tested(
  title('it runs on a read-only root without privileges, is healthy, and stops at SIGTERM'),
  async ({ annotate }) => {
    const volume = aVolume()
    const container = await run({ volume })
    const firstMs = await container.waitUntilReady()
    const [, ...check] = image.config.Healthcheck.Test
    expect(container.exec(check)).toEqual({ status: 0, output: '' })
    expect(container.exec(check, { environment: { PORT: '1' } }).status).toBe(1)
    expect(container.exec(['id', '--user']).output).toBe('10001\n')
    expect(container.exec(['touch', '/tmp/new']).status).toBe(0)
    expect(container.exec(['touch', '/opt/bloodbank/new']).status).toBe(1)
    expect(container.exec(['node', 'server/src/operations/cli/admin.ts', 'list']).status).toBe(0)
    expect(container.exec(['node', 'server/src/operations/cli/backup.ts', '/tmp/backup'])).toMatchObject({
      status: 0,
    })
    const begunAt = performance.now()
    expect(await container.stop()).toBe(0)
    const stopMs = performance.now() - begunAt

    const again = await run({ volume })
    const nextMs = await again.waitUntilReady()
    expect(await again.stop()).toBe(0)
    const times = `${inSeconds(firstMs)}, then ${inSeconds(nextMs)}; stopped in ${inSeconds(stopMs)}`
    const tried = `container with embedded PostgreSQL: first start ${times}`
    await annotate(JSON.stringify({ tried, trials: 2, faults: 0 }), 'figures')
    expect(stopMs).toBeLessThan(STOPPED_WITHIN_MS)
  },
)

tested(title('with DATABASE_URL it needs no volume and writes nothing'), async ({ annotate }) => {
  const environment = { DATABASE_URL: network.address.connectionString }
  const container = await run({ volume: null, environment })
  const ready = inSeconds(await container.waitUntilReady())
  expect(await container.stop(), container.output()).toBe(0)
  expect(readdirSync(join(image.root, 'data'))).toEqual([])
  const tried = `container with DATABASE_URL and no volume: start ${ready}`
  await annotate(JSON.stringify({ tried, trials: 1, faults: 0 }), 'figures')
})

tested(title('without a volume it refuses to start and names the folder'), async () => {
  const container = await run({ volume: null })
  expect(await container.ended).toBe(1)
  expect(container.output()).toContain('/data')
})
