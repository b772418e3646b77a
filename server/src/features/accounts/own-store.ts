import type { Selectable } from 'kysely'
import type { Database } from '../../database/connection.ts'
import type { Schema } from '../../database/schema.ts'

export type ConsentRow = Selectable<Schema['consents']>

/** What a person agreed to, the latest first. */
export const listConsentsOf = (db: Database, userId: string): Promise<ConsentRow[]> =>
  db.selectFrom('consents').selectAll().where('userId', '=', userId).orderBy('agreedAt', 'desc').execute()
