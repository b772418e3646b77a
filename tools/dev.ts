import { spawn } from 'node:child_process'

const PAGES_URL = 'http://localhost:5173'

/**
 * Starts the server, restarted at every change, and Vite as a proxy in front of it. Browsers use Vite's address, so the
 * server accepts requests from that origin and writes it into mails.
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
