import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { sql } from 'kysely'
import { createDatabase, createPool } from '../platform/database/connection.ts'

/** Lets the "Needed by" of a running product's requests for a patient pass, instead of waiting for it. */
export async function passNeededBy(dataDir: string, patientName: string): Promise<void> {
  const pool = createPool(connectionTo(dataDir), () => {}, { hasTimeouts: false })
  const { numAffectedRows } = await sql`
    update blood_requests set needed_by = now(), next_wave_at = now()
     where patient_name = ${patientName} and needed_by > now()`.execute(createDatabase(pool))
  await pool.end()
  if (!numAffectedRows) throw new Error(`No request for ${patientName} has a "Needed by" that is to come.`)
}
