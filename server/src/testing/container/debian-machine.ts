import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processTree } from '@blood-bank/postgres-local/testing/process-tree'

const PACKAGES =
  'systemd,systemd-sysv,dbus,ca-certificates,curl,git,iproute2,openssl,procps,nginx-light,caddy'

/** systemd-nspawn without the manager of this machine, which may have none. */
const NSPAWN = ['--quiet', '--register=no', '--keep-unit']

/** Why a machine cannot be made here; null if it can. */
export function reasonNotToMakeMachine(): string | null {
  if (process.geteuid?.() !== 0) return 'needs root'
  const missing = ['mmdebstrap', 'systemd-nspawn'].filter(program => spawnSync(program, ['--version']).error)
  if (missing.length > 0) return `needs ${missing.join(' and ')}`
  return existsSync('/sys/fs/cgroup/systemd') || existsSync('/sys/fs/cgroup/cgroup.procs')
    ? null
    : 'needs control groups for systemd'
}

/**
 * A Debian with systemd, nginx and Caddy, and with the Node and npm of this machine, in a container. It has a network of
 * its own once it is booted, and that of this machine before.
 * @param root a folder that does not exist
 */
export function makeMachine(root: string) {
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${PACKAGES}`, 'bookworm', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const modules = join(root, 'usr/local/lib/node_modules')
  mkdirSync(modules, { recursive: true })
  execFileSync('cp', [realpathSync(process.execPath), join(root, 'usr/local/bin/node')])
  const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
  execFileSync('cp', ['--archive', realpathSync(npm), join(modules, 'npm')])
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')])

  return {
    /** Runs a script before the machine is booted. @throws an error with its output if it fails */
    install(script: string) {
      const authorities = authoritiesOfNpm()
      const options = [`--directory=${root}`, ...authorities]
      execFileSync('systemd-nspawn', [...NSPAWN, ...options, 'bash', '-ec', script], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    },
    boot: () => boot(root),
  }
}

const BOOTED_WITHIN_MS = 120_000
const POLL_MS = 200

async function boot(root: string) {
  const options = [`--directory=${root}`, '--private-network', '--boot']
  const child = spawn('systemd-nspawn', [...NSPAWN, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'close')
  const namespaces = ['--mount', '--pid', '--net', '--uts', '--ipc', '--root', '--wd']

  /** Runs a script in the machine as root. */
  const run = (script: string) => {
    const [, first] = processTree(child.pid as number)
    const { status, stdout, stderr } = spawnSync(
      'nsenter',
      [`--target=${first}`, ...namespaces, '--', 'bash', '-c', script],
      { env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }, encoding: 'utf8' },
    )
    return { status, output: `${stdout}${stderr}`.trim() }
  }
  const giveUpAt = performance.now() + BOOTED_WITHIN_MS
  while (!/^(running|degraded)$/m.test(run('systemctl is-system-running').output)) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error('The machine was not booted.')
    await pause(POLL_MS)
  }
  return {
    run,
    async powerOff() {
      run('systemctl poweroff')
      await Promise.race([ended, pause(BOOTED_WITHIN_MS, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
  }
}

/** The authority that npm trusts on this machine. */
function authoritiesOfNpm(): string[] {
  const cafile = execFileSync('npm', ['config', 'get', 'cafile'], { encoding: 'utf8' }).trim()
  if (['null', 'undefined', ''].includes(cafile)) return []
  return [`--bind-ro=${cafile}:/run/authorities.crt`, '--setenv=npm_config_cafile=/run/authorities.crt']
}
