import { CONSENT_TEXTS } from '@blood-bank/contract/own-account/consent'
import type { Consent } from '@blood-bank/contract/own-account/endpoints'
import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'

type ConsentRow = Selectable<Schema['consents']>

/** The consents of a user, newest first. */
export const listConsentsOf = (db: Database, userId: string): Promise<ConsentRow[]> =>
  db.selectFrom('consents').selectAll().where('userId', '=', userId).orderBy('agreedAt', 'desc').execute()

/** The version that a user agreed to last; null when none is recorded. */
export async function findConsentVersion(db: Database, userId: string): Promise<string | null> {
  const [latest] = await listConsentsOf(db, userId)
  return latest?.version ?? null
}

/** Records that a user agreed to a version. The first time counts. */
export async function insertConsent(db: Database, userId: string, version: string): Promise<ConsentRow> {
  await db
    .insertInto('consents')
    .values({ userId, version })
    .onConflict(conflict => conflict.columns(['userId', 'version']).doNothing())
    .execute()
  return db
    .selectFrom('consents')
    .selectAll()
    .where('userId', '=', userId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
}

/** A consent, with the text of the version that the user agreed to. */
export const consentForOwner = ({ version, agreedAt }: ConsentRow): Consent => ({
  version,
  text: CONSENT_TEXTS[version] ?? '',
  agreedAt: agreedAt.toISOString(),
})
