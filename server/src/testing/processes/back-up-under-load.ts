import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { aBloodRequest } from '../builders.ts'
import { NO_POSTING_LIMITS } from '../environments/no-posting-limits.ts'
import { newMemberOf } from '../members.ts'
import { aDataFolder, anEmptyFolder, runCommand, startProduct } from '../running-product.ts'

const CLIENTS = 4
const COUNT = /^([\d,]+ rows of \d+ tables) are/m

/** Inserts `$1` copies of each existing blood request. */
const MULTIPLY = `
  insert into blood_requests (user_id, user_email, patient_name, required_blood_group, units_required,
    hospital_name, contact_person, contact_number, urgency)
  select user_id, user_email, patient_name || n, required_blood_group, units_required, hospital_name,
    contact_person, contact_number, urgency from blood_requests, generate_series(1, $1::int) n`

const CHECK_INDEXES = `
  select bt_index_check(c.oid, true) from pg_index i join pg_class c on c.oid = i.indexrelid
   where c.relnamespace = 'public'::regnamespace and c.relam = (select oid from pg_am where amname = 'btree')`

/**
 * Runs the backup command while members post, after backups that were killed halfway, and restores into an empty data
 * folder, where amcheck verifies every index and throws if one is damaged.
 */
export async function backUpUnderLoad({ rows, kills }: { rows: number; kills: number }) {
  const dataDir = await aDataFolder()
  const folder = await anEmptyFolder()
  const product = await startProduct({ dataDir, environment: NO_POSTING_LIMITS })
  const rima = await newMemberOf(product)
  const posted: string[] = []
  const post = async () => {
    const { body } = await rima.call(postBloodRequest, { body: aBloodRequest() })
    posted.push(body.id)
  }
  await post()
  await query(connectionTo(dataDir), MULTIPLY, [rows])
  for (let time = 0; time < 20; time++) await post()

  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await post()
  })
  const file = join(folder, 'backup.gz')
  let filesAfterKills = 0
  for (let kill = 0; kill < kills; kill++) {
    // On a fast machine it may be complete before.
    while (!(await killBackup(file, { dataDir, withinMs: rows / 1000 }))) await rm(file)
    if (await exists(file)) filesAfterKills += 1
  }
  const earlier = [...posted]
  const backup = await runCommand('backup', [file], dataDir).ended
  isOver = true
  await Promise.all(clients)

  const restoredDir = await aDataFolder()
  const restore = await runCommand('restore', [file], restoredDir).ended
  const restored = await inspect(restoredDir)
  return {
    filesAfterKills,
    printed: { backup: COUNT.exec(backup.output)?.[1], restore: COUNT.exec(restore.output)?.[1] },
    earlier: earlier.length,
    meanwhile: posted.length - earlier.length,
    lost: earlier.filter(id => !restored.has(id)),
    unexpected: restored.size - rows - posted.filter(id => restored.has(id)).length,
  }
}

/** Kills a backup with SIGKILL after it has written something. @returns false if it was complete before */
async function killBackup(file: string, { dataDir, withinMs }: { dataDir: string; withinMs: number }) {
  const backup = runCommand('backup', [file], dataDir)
  const isBegun = async () => (await readdir(join(file, '..'))).some(name => name.includes('.part-'))
  let isEnded = false
  backup.ended.then(() => {
    isEnded = true
  })
  while (!isEnded && !(await isBegun())) await pause(1)
  await pause(Math.random() * withinMs)
  backup.kill()
  return (await backup.ended).code !== 0
}

async function inspect(dataDir: string): Promise<Set<string>> {
  const cluster = await startCluster({ dataDir, log: () => {} })
  try {
    await query(cluster.connection, 'create extension amcheck')
    await query(cluster.connection, CHECK_INDEXES)
    const rows = await query(cluster.connection, 'select id from blood_requests')
    return new Set(rows.map(({ id }) => id))
  } finally {
    await cluster.stop()
  }
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
