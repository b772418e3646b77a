import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

const PAGES_URL = 'http://localhost:5173'

// Vite's own message has a trace, after which the server goes on alone.
const probe = createServer().listen(5173, 'localhost')
await once(probe, 'listening').catch(() => {
  console.error(
    'Port 5173 is in use by another program, perhaps another npm run dev. Stop it, and start again.',
  )
  process.exit(1)
})
await once(probe.close(), 'close')

/**
 * Starts the server, restarted at every change, and Vite in front of it, which renders the pages and passes on calls.
 * Browsers use Vite's address, so the server accepts requests from that origin and writes it into mails.
 */
const children = [
  spawn(process.execPath, ['--watch', 'server/src/main.ts'], {
    stdio: 'inherit',
    env: { PUBLIC_URL: PAGES_URL, ...process.env },
  }),
  spawn(process.execPath, ['../node_modules/vite/bin/vite.js', '--strictPort'], {
    stdio: 'inherit',
    cwd: 'web',
  }),
]

const stop = () => {
  for (const child of children) child.kill()
}
for (const child of children) child.on('exit', stop)
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
