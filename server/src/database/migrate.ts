import { readdir } from 'node:fs/promises'
import { Migrator } from 'kysely'
import type { Database } from './connection.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Brings the tables up to date: forward only, each migration once, all in one transaction under the
 * migrator's own lock, so that two servers that start at once do not meet.
 * @throws when a migration fails; nothing of it stays.
 */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function getMigrations() {
  const names = (await readdir(FOLDER)).filter(name => name.endsWith('.ts')).sort()
  const modules = await Promise.all(
    names.map(async name => [name.replace(/\.ts$/, ''), await import(new URL(name, FOLDER).href)] as const),
  )
  return Object.fromEntries(modules)
}
