import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, createPool } from '../platform/database/connection.ts'
import { findFreePort } from '../testing/launch-product.ts'
import { signalPostgres } from '../testing/processes/signal-postgres.ts'
import { anEmptyFolder, startProduct } from '../testing/running-product.ts'
import { startSmtpStub } from '../testing/smtp-stub.ts'
import { storeBloodRequest, storeDonor } from '../testing/stored.ts'
import { startTextGateway } from '../testing/text-gateway.ts'

const PROMETHEUS = '/usr/bin/prometheus'
const RULES = readFileSync(new URL('../../../deploy/prometheus/bloodbank.rules.yml', import.meta.url), 'utf8')
const STRANGER = { email: 'stranger@example.edu', password: 'a wrong guess' }
const METRICS_TOKEN = 'the-token-of-prometheus'
/** The largest disk is a part of the memory. */
const DISK_MB = 800

const gateway = await startTextGateway(() => ({ status: 400 }))

/** The next attempt of every email and text is the last one. */
const LAST_ATTEMPT = `
  update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()
   where locked_at is null and attempts < max_attempts - 1
     and task_id in (select id from graphile_worker._private_tasks where identifier in ('send-mail', 'send-text'))`

/** The rules with a second for each minute, and half a minute for an hour. */
const inSeconds = (rules: string) =>
  rules
    .replace(/for: (\d+)m/g, 'for: $1s')
    .replaceAll('[5m]', '[10s]')
    .replaceAll('[1h]', '[30s]')

type Alerts = { data: { alerts: { state: string; labels: { alertname: string } }[] } }

/** Debian's Prometheus, which asks the product each second. */
async function startPrometheus(target: string) {
  const folder = await anEmptyFolder()
  writeFileSync(join(folder, 'bloodbank.rules.yml'), inSeconds(RULES))
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [bloodbank.rules.yml]
scrape_configs:
  - job_name: bloodbank
    authorization: { credentials: ${METRICS_TOKEN} }
    static_configs: [{ targets: ['${target}'] }]
`,
  )
  const address = `127.0.0.1:${await findFreePort()}`
  const child = spawn(
    PROMETHEUS,
    ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=${address}`],
    { cwd: folder, stdio: 'ignore' },
  )
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  const get = (path: string) => fetch(`http://${address}${path}`)
  const isReady = () =>
    get('/-/ready')
      .then(reply => reply.ok)
      .catch(() => false)
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  /** The alerts in a state, without their prefix. */
  const alerts = async (state: 'firing' | 'pending') => {
    const { data } = (await (await get('/api/v1/alerts')).json()) as Alerts
    const names = data.alerts.filter(alert => alert.state === state).map(({ labels }) => labels.alertname)
    return names.map(name => name.replace('BloodBank', '')).sort()
  }
  return { alerts }
}

test.skipIf(!existsSync(PROMETHEUS))(
  'each alert of Prometheus fires for its cause alone (skipped unless Debian’s prometheus is installed)',
  async ({ skip }) => {
    const disk = await anEmptyFolder()
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk])
    skip(mounted.status !== 0, 'only root can make a small disk')
    onTestFinished(() => void spawnSync('umount', [disk]))
    const dataDir = join(disk, 'data')
    await cp(inject('migratedDataFolder'), dataDir, { recursive: true })
    const mailServer = await startSmtpStub('rejects', onTestFinished)
    const product = await startProduct({
      dataDir,
      environment: {
        METRICS_TOKEN,
        SMTP_URL: mailServer.url,
        SMS_URL: `${gateway.origin}/send?to={phone}&text={message}`,
        SMS_PRIVATE_GATEWAY: 'true',
      },
    })
    const { alerts } = await startPrometheus(product.url.replace('http://', ''))
    const connection = connectionTo(dataDir)
    const pool = createPool(connection, () => {}, { hasTimeouts: false })
    const db = createDatabase(pool)
    const firing = (...names: string[]) =>
      expect.poll(() => alerts('firing'), { timeout: 90_000, interval: 500 }).toEqual(names)

    await pause(20_000)
    expect([await alerts('pending'), await alerts('firing')]).toEqual([[], []])

    // Donors are asked, and neither the mail server nor the gateway takes their messages.
    for (let nth = 0; nth < 8; nth += 1) {
      const { userId } = await storeDonor(db, { bloodGroup: 'O-' })
      await db.updateTable('users').set({ emailVerified: true }).where('id', '=', userId).execute()
      const text = { userId, phone: `+88017000000${10 + nth}`, confirmedAt: new Date() }
      await db.insertInto('textNumbers').values(text).execute()
    }
    await storeBloodRequest(db, { urgency: 'urgent', nextWaveAt: new Date() })
    const giveUp = setInterval(() => void query(connection, LAST_ATTEMPT).catch(() => {}), 200)
    await firing('MailsAreNotSent', 'MessagesAreNotSent')
    clearInterval(giveUp)
    await firing()

    // Another transaction holds the owner of a request that was due an hour ago.
    const { userId } = await storeBloodRequest(db, { nextWaveAt: null })
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from users where id = $1 for update', [userId])
    await db
      .updateTable('bloodRequests')
      .set({ nextWaveAt: new Date(Date.now() - 3_600_000) })
      .where('userId', '=', userId)
      .execute()
    await firing('AsksTooLate')
    holder.release(true)
    await firing()

    const filler = join(disk, 'filler')
    spawnSync('fallocate', ['-l', `${DISK_MB - 400}M`, filler])
    await firing('DiskIsNearlyFull')
    await rm(filler)
    await firing()

    await pool.end()
    signalPostgres(dataDir, 'SIGSTOP')
    const calling = setInterval(() => void product.stranger().call(signIn, { body: STRANGER }), 200)
    await firing('HasNoDatabase', 'RefusesCalls')
    clearInterval(calling)
    signalPostgres(dataDir, 'SIGCONT')
    await firing()

    await product.stop()
    await firing('IsDown')
  },
)
