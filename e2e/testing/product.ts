import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PATIENCE_MS } from '../patience.ts'

export const ROOT = join(import.meta.dirname, '../..')
const READY_WITHIN_MS = 2 * PATIENCE_MS

/** The product as it runs for a user, in a data folder of its own. */
export type Product = { url: string; dataDir: string; stop: () => Promise<void> }

/**
 * Starts the built product and waits until it is ready.
 * @param words `['demo']` for the one with a campus in it
 */
export async function startProduct(
  environment: Record<string, string> = {},
  words: string[] = [],
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bloodbank-e2e-'))
  const { url, stop } = await startServer(dataDir, environment, words)
  return {
    url,
    dataDir,
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts one server on a data folder, which others may share when they are told where its PostgreSQL is. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
  words: string[] = [],
): Promise<Omit<Product, 'dataDir'>> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['server/src/main.ts', ...words], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      ...environment,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await isReady(url, server)
  return {
    url,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs `npm run admin -- …` beside the running product, as an operator would. */
export async function runAdmin(dataDir: string, ...words: string[]): Promise<void> {
  const command = spawn(process.execPath, ['server/src/operations/cli/admin.ts', ...words], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Error(`npm run admin -- ${words.join(' ')} ended with ${code}`)
}

async function isReady(url: string, server: ChildProcess) {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The product ended at its start with ${server.exitCode}.`)
    const reply = await fetch(`${url}/readyz`).catch(() => null)
    if (reply?.ok) return
    await pause(100)
  }
  throw new Error('The product was not ready in time.')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = new URL(addressOf(probe))
  probe.close()
  await once(probe, 'close')
  return Number(port)
}

/** Where a server of a journey listens, as the browser calls it. */
export function addressOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.')
  return `http://localhost:${address.port}`
}
