import { spawnSync } from 'node:child_process'
import { postmastersIn, processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort, runScript } from '../testing/launch-product.ts'
import { anEmptyFolder, launchProduct } from '../testing/running-product.ts'

const timeout = 120_000

/** A process with id 1, as in a container, gets only the signals for which it has a handler. */
const AS_PROCESS_1 = ['unshare', '--pid', '--fork', '--kill-child', '--']
const launcher = spawnSync('unshare', [...AS_PROCESS_1.slice(1), 'true']).status === 0 ? AS_PROCESS_1 : []

test('a server that waits for PostgreSQL ends at SIGTERM, also with process id 1', { timeout }, async () => {
  const environment = { DATABASE_URL: `postgresql://nobody@127.0.0.1:${await findFreePort()}/nothing` }
  const server = runScript('main.ts', { dataDir: await anEmptyFolder(), environment, launcher })
  onTestFinished(() => server.signal('SIGKILL'))
  await expect.poll(server.output, { timeout: 60_000 }).toMatch(/is not available .* The server waits/)
  const [pid] = processTree(server.pid).filter(id => launcher.length === 0 || id !== server.pid)
  process.kill(pid as number, 'SIGTERM')
  expect(await server.ended).toBe(0)
})

test('a first start that is stopped leaves no PostgreSQL behind', { timeout }, async () => {
  const dataDir = await anEmptyFolder()
  const product = await launchProduct({ dataDir })
  await expect.poll(product.output, { timeout: 60_000 }).toContain('Creating the database')
  expect(await product.stop()).toBe(0)
  await expect.poll(() => postmastersIn(dataDir), { timeout: 20_000 }).toEqual([])
})
