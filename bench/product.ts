import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PORT = 3999
/** One of those that `npm run demo` prints. */
const MEMBER = { email: 'donor@example.edu', password: 'a-pint-for-you' }

/** The product on the demo campus, in a data folder of its own that goes with it. */
export async function startDemo(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bloodbank-bench-'))
  const server = spawn(process.execPath, ['server/src/demo/main.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${PORT}`
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error('The demo did not start.')
    await pause(100)
  }
  return {
    url,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs in as a browser does and gives the cookie. */
export async function signedInCookie(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(MEMBER),
  })
  if (!reply.ok) throw new Error(`The sign-in was answered with ${reply.status}.`)
  return reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}
