import type pg from 'pg'
import { loadEnvironmentFile } from '../../config/environment-file.ts'
import { readConfig } from '../../config.ts'
import { parseArguments, UsageError } from '../../operations/process/arguments.ts'
import { runCommand } from '../../operations/process/run-command.ts'
import { migrate } from '../../operations/storage/migrate.ts'
import { startStorage } from '../../operations/storage/storage.ts'
import { createDatabase } from '../../platform/database/connection.ts'
import { storeLargeCampus } from './store-large-campus.ts'

/**
 * `node server/src/testing/large-campus/load.ts [--scale 10]` fills the empty installation of DATA_DIR or DATABASE_URL
 * and prints how long each table took.
 */
const LOAD = {
  usage: 'node server/src/testing/large-campus/load.ts [--scale NUMBER]',
  options: { scale: { type: 'string', default: '1' } },
} as const

function readScale(args: string[]): number {
  const scale = Number(parseArguments(args, LOAD).values.scale)
  if (!(scale > 0)) throw new UsageError('--scale is not a number above 0')
  return scale
}

await runCommand(LOAD, readScale, async scale => {
  const config = readConfig(process.env, loadEnvironmentFile())
  if (config.isProduction)
    throw new Error('The large campus has public passwords and is refused in production.')
  const storage = await startStorage(config, { prepare: owner => fill(owner, scale) })
  await storage.close()
})

async function fill(owner: pg.Pool, scale: number) {
  const db = createDatabase(owner)
  await migrate(owner)
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new Error('The database already has users. Choose another DATA_DIR or DATABASE_URL.')
  const client = await owner.connect()
  try {
    const known = await storeLargeCampus(client, { scale, print: line => console.log(line) })
    for (const { email, password } of Object.values(known))
      console.log(`Sign in as ${email} with ${password}`)
    console.log(`Peak memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB.`)
  } finally {
    client.release()
  }
}
