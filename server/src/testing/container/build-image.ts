import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))
const DEBIAN = 'docker.io/library/debian:12-slim'
const NODE = 'docker.io/library/node:24-bookworm-slim'
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** What the image of Debian leaves out of a minimal installation. */
const LEFT_OUT = ['man', 'doc', 'info', 'locale', 'lintian'].map(
  name => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
)
const PURGE_PERL =
  '--customize-hook=chroot "$1" dpkg --purge --force-depends perl libperl5.36 perl-modules-5.36'

/** Why an image cannot be built here; null if it can. */
export function reasonNotToBuild(): string | null {
  if (process.geteuid?.() !== 0) return 'needs root'
  const missing = ['buildah', 'mmdebstrap'].filter(program => spawnSync(program, ['--version']).error)
  return missing.length > 0 ? `needs ${missing.join(' and ')}` : null
}

/** The parts of an image's configuration that say how to run it. */
type ImageConfig = {
  User: string
  Env: string[]
  Entrypoint: [string, ...string[]]
  WorkingDir: string
  Labels: Record<string, string>
  Healthcheck: { Test: ['CMD', ...string[]] }
}

/** An image that was built: its configuration, its size as buildah says it, and its files. */
export type Image = { config: ImageConfig; size: string; root: string; remove: () => void }

/**
 * Builds the image of `deploy/Containerfile` in a storage of its own. No image registry is needed: stand-ins for the base
 * images are made of Debian's packages, and of the Node and npm of this machine.
 * @param folder an empty folder
 */
export function buildImage(folder: string): Image {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...storage, ...args], {
      encoding: 'utf8',
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
      maxBuffer: 2 ** 28,
    }).trim()

  const archive = join(folder, 'debian.tar')
  const make = ['--quiet', '--variant=minbase', ...LEFT_OUT, PURGE_PERL, 'bookworm', archive]
  execFileSync('mmdebstrap', make, { stdio: ['ignore', 'ignore', 'inherit'] })
  const debian = buildah('from', 'scratch')
  buildah('add', '--quiet', debian, archive, '/')
  buildah('config', '--env', `PATH=${PATH}`, debian)
  buildah('commit', '--quiet', '--rm', debian, DEBIAN)

  const node = buildah('from', '--pull-never', DEBIAN)
  buildah('copy', '--quiet', node, realpathSync(process.execPath), '/usr/local/bin/node')
  const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
  buildah('copy', '--quiet', node, npm, '/usr/local/lib/node_modules/npm')
  buildah('run', node, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  buildah('commit', '--quiet', '--rm', node, NODE)

  const name = 'localhost/bloodbank'
  const file = join(PROJECT, 'deploy/Containerfile')
  const options = ['--format', 'docker', '--pull-never', ...npmSettings(folder), '--tag', name]
  buildah('build', ...options, '--file', file, PROJECT)
  const container = buildah('from', '--pull-never', name)
  return {
    config: JSON.parse(buildah('inspect', '--type', 'image', name)).Docker.config,
    size: JSON.parse(buildah('images', '--json', name))[0].size,
    root: buildah('mount', container),
    remove: () => void buildah('rm', container),
  }
}

/** The authority that npm trusts on this machine, for the build too. */
function npmSettings(folder: string): string[] {
  const cafile = execFileSync('npm', ['config', 'get', 'cafile'], { encoding: 'utf8' }).trim()
  if (cafile === 'null' || cafile === 'undefined' || cafile === '') return []
  const settings = join(folder, 'settings/npmrc')
  mkdirSync(dirname(settings))
  writeFileSync(settings, 'cafile=/run/authorities.crt\n')
  return ['--secret', `id=npmrc,src=${settings}`, '--volume', `${cafile}:/run/authorities.crt:ro`]
}
