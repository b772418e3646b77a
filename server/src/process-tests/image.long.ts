import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processTree } from '@blood-bank/postgres-local/testing/process-tree'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../testing/launch-product.ts'

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
const DEBIAN = 'docker.io/library/debian:12-slim'
const NODE = 'docker.io/library/node:24-bookworm-slim'
const IMAGE = 'localhost/bloodbank'
const BASE_PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const environment = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
const canBuild =
  process.geteuid?.() === 0 && ['buildah', 'mmdebstrap'].every(name => !spawnSync(name, ['--version']).error)

const print = (program: string, args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', env: environment, maxBuffer: 2 ** 28 }).trim()

/**
 * Builds the image of `deploy/Containerfile` without an image registry: stand-ins for the base images are made of Debian's
 * packages, and of the Node and npm of this machine.
 */
function buildImage(folder: string, buildah: (...args: string[]) => string) {
  const archive = join(folder, 'debian.tar')
  print('mmdebstrap', ['--quiet', '--variant=minbase', 'bookworm', archive])
  const debian = buildah('from', 'scratch')
  buildah('add', '--quiet', debian, archive, '/')
  buildah('config', '--env', BASE_PATH, debian)
  buildah('commit', '--quiet', debian, DEBIAN)
  const node = buildah('from', '--pull-never', DEBIAN)
  buildah('copy', '--quiet', node, realpathSync(process.execPath), '/usr/local/bin/node')
  buildah(
    'copy',
    '--quiet',
    node,
    join(print('npm', ['root', '--global']), 'npm'),
    '/usr/local/lib/node_modules/npm',
  )
  buildah('run', node, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  buildah('commit', '--quiet', node, NODE)

  const options = [
    '--format',
    'docker',
    '--pull-never',
    '--tag',
    IMAGE,
    '--file',
    join(PROJECT, 'deploy/Containerfile'),
  ]
  // The authority that npm trusts on this machine, for the build too.
  const authorities = print('npm', ['config', 'get', 'cafile'])
  if (authorities.startsWith('/')) {
    writeFileSync(join(folder, 'npmrc'), 'cafile=/run/authorities.crt\n')
    options.push('--secret', `id=npmrc,src=${join(folder, 'npmrc')}`)
    options.push('--volume', `${authorities}:/run/authorities.crt:ro`)
  }
  buildah('build', ...options, PROJECT)
}

test.skipIf(!canBuild)(
  'the container image runs with a volume as an unprivileged user, is healthy, and stops at SIGTERM (skipped unless root has buildah and mmdebstrap)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'image-'))
    const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
    const buildah = (...args: string[]) => print('buildah', [...storage, ...args])
    onTestFinished(() => {
      buildah('rm', '--all')
      rmSync(folder, { recursive: true, force: true })
    })
    buildImage(folder, buildah)
    const { config } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)).Docker
    const [user, group] = config.User.split(':').map(Number)
    const volume = join(folder, 'volume')
    mkdirSync(volume)
    chownSync(volume, user, group)

    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const settings = [
      'HOST=127.0.0.1',
      `PORT=${port}`,
      `PUBLIC_URL=http://localhost:${port}`,
      'SMTP_URL=smtp://127.0.0.1:9',
      'AUTH_SECRET=only for this trial: 0123456789 abcdefghijkl',
    ]
    const container = buildah('from', '--pull-never', IMAGE)
    buildah('config', ...settings.flatMap(setting => ['--env', setting]), container)
    const run = ['run', '--volume', `${volume}:/data`, container, '--']
    const server = spawn('buildah', [...storage, ...run, ...config.Entrypoint], {
      env: environment,
      stdio: 'inherit',
    })
    const ended = once(server, 'close')
    onTestFinished(() => {
      for (const pid of processTree(server.pid as number)) spawnSync('kill', ['-KILL', String(pid)])
    })
    await expect
      .poll(() => fetch(`${url}/readyz`).then(({ status }) => status, String), { timeout: 60_000 })
      .toBe(200)

    expect(buildah(...run, 'id', '--user')).toBe(String(user))
    expect(buildah(...run, ...config.Healthcheck.Test.slice(1))).toBe('')
    expect(() => buildah(...run, 'env', 'PORT=1', ...config.Healthcheck.Test.slice(1))).toThrow('status 1')
    expect(() => buildah(...run, 'touch', '/opt/bloodbank/new')).toThrow('Permission denied')
    buildah(...run, 'node', 'server/src/operations/cli/backup.ts', '/tmp/backup')

    const isNode = (pid: number) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/usr/local/bin/node\0')
    process.kill(processTree(server.pid as number).find(isNode) as number, 'SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)
