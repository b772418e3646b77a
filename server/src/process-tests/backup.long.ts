import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { query } from '@blood-bank/postgres-local/testing/queries'
import { expect, onTestFinished, test } from 'vitest'
import { newMemberOf } from '../testing/members.ts'
import { aBloodRequest } from '../testing/person.ts'
import { aDataFolder, anEmptyFolder, runCommand, startProduct } from '../testing/running-product.ts'
import { NO_POSTING_LIMITS } from '../testing/test-app.ts'

const ROWS = 200_000
const KILLS = 10
const CLIENTS = 4
const COUNT = /^([\d,]+ rows of \d+ tables) are/m

/** Inserts copies of the only blood request. */
const MULTIPLY = `
  insert into blood_requests (user_id, user_email, patient_name, required_blood_group, units_required,
    hospital_name, contact_person, contact_number, urgency)
  select user_id, user_email, patient_name || n, required_blood_group, units_required, hospital_name,
    contact_person, contact_number, urgency from blood_requests, generate_series(1, ${ROWS}) n`

const CHECK_INDEXES = `
  select bt_index_check(c.oid, true) from pg_index i join pg_class c on c.oid = i.indexrelid
   where c.relnamespace = 'public'::regnamespace and c.relam = (select oid from pg_am where amname = 'btree')`

/** Kills a backup with SIGKILL after it has written something. @returns false if it was complete before */
async function killBackup(file: string, dataDir: string) {
  const backup = runCommand('backup', [file], dataDir)
  let isEnded = false
  backup.ended.then(() => {
    isEnded = true
  })
  const isBegun = () => readdirSync(join(file, '..')).some(name => name.includes('.part-'))
  while (!isEnded && !isBegun()) await pause(1)
  await pause(Math.random() * 200)
  backup.kill()
  return (await backup.ended).code !== 0
}

test('a backup of 200,000 rows while members post, after ten killed ones, is restored completely', async () => {
  const dataDir = await aDataFolder()
  const product = await startProduct({ dataDir, environment: NO_POSTING_LIMITS })
  const rima = await newMemberOf(product)
  const posted: string[] = []
  const post = async () => {
    posted.push((await rima.call(postBloodRequest, { body: aBloodRequest() })).body.id)
  }
  await post()
  await query(connectionTo(dataDir), MULTIPLY)
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await post()
  })
  const file = join(await anEmptyFolder(), 'backup.gz')
  for (let kill = 0; kill < KILLS; kill += 1) {
    // On a fast machine it may be complete before.
    while (!(await killBackup(file, dataDir))) rmSync(file)
    expect(existsSync(file)).toBe(false)
  }
  const earlier = [...posted]
  const backup = await runCommand('backup', [file], dataDir).ended
  isOver = true
  await Promise.all(clients)
  expect(posted.length).toBeGreaterThan(earlier.length)

  const restoredDir = await aDataFolder()
  const restore = await runCommand('restore', [file], restoredDir).ended
  const count = COUNT.exec(backup.output)?.[1]
  expect(count).toBeDefined()
  expect(COUNT.exec(restore.output)?.[1]).toBe(count)
  const cluster = await startCluster({ dataDir: restoredDir, log: () => {} })
  onTestFinished(() => cluster.stop())
  await query(cluster.connection, 'create extension amcheck')
  await query(cluster.connection, CHECK_INDEXES)
  const rows = await query(cluster.connection, 'select id from blood_requests')
  const restored = new Set(rows.map(({ id }) => id))
  expect(earlier.filter(id => !restored.has(id))).toEqual([])
  expect(restored.size).toBe(ROWS + posted.filter(id => restored.has(id)).length)
})
