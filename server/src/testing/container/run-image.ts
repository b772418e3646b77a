import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { findFreePort } from '../launch-product.ts'
import type { Image } from './build-image.ts'

const READY_TIMEOUT_MS = 300_000
const POLL_MS = 20

/**
 * Runs a program as a container engine would: with process id 1, on a read-only root, with a small /dev and an empty /tmp,
 * as the image's user, without capabilities.
 */
const CONTAIN = `
set -e
root=$1 volume=$2 user=$3 group=$4 folder=$5
shift 5
mount --bind "$root" "$root"
[ -z "$volume" ] || mount --bind "$volume" "$root/data"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/dev"
mkdir -m 1777 "$root/dev/shm"
for device in null zero random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid="$user" --regid="$group" --clear-groups --bounding-set=-all --no-new-privs \\
  sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`

const CONTAINED = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private', '--', 'sh', '-c']

type Run = {
  /** The folder at /data; null for none. */
  volume: string | null
  environment?: Record<string, string>
}

/** Runs an image. It shares the network of this machine, so it listens on a free port of the loopback address. */
export async function runImage({ config, root }: Image, { volume, environment = {} }: Run) {
  const port = await findFreePort()
  const [user = '', group = ''] = config.User.split(':')
  const env = {
    ...Object.fromEntries(config.Env.map(variable => variable.split(/=(.*)/s).slice(0, 2))),
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    AUTH_SECRET: 'only for this trial: 0123456789 abcdefghijkl',
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'warn',
    ...environment,
  }
  const contained = [root, volume ?? '', user, group, config.WorkingDir, ...config.Entrypoint]
  const startedAt = performance.now()
  const child = spawn('unshare', [...CONTAINED, CONTAIN, 'sh', ...contained], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  /** The process with id 1; its parent is `unshare`. */
  const first = () => String(processTree(child.pid as number)[1])

  return {
    ended,
    output: () => output,
    /** @returns the number of ms since the start */
    async waitUntilReady() {
      while (performance.now() - startedAt < READY_TIMEOUT_MS) {
        if (child.exitCode !== null) throw new Error(`The container has ended.\n${output}`)
        const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
        if (reply?.ok) return performance.now() - startedAt
        await pause(POLL_MS)
      }
      throw new Error(`The container was not ready in time.\n${output}`)
    },
    /** Runs a command in the container, as `docker exec` does. */
    exec(command: string[], { environment = {} }: Pick<Run, 'environment'> = {}) {
      const inside = ['--mount', '--pid', '--root', '--wd', `--setuid=${user}`, `--setgid=${group}`]
      const { status, stdout, stderr } = spawnSync(
        'nsenter',
        [`--target=${first()}`, ...inside, '--', ...command],
        { env: { ...env, ...environment }, encoding: 'utf8' },
      )
      return { status, output: stdout + stderr }
    },
    /** Sends SIGTERM to the first process, as `docker stop` does. @returns the exit code */
    async stop() {
      process.kill(Number(first()), 'SIGTERM')
      return ended
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
