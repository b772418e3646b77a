import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { sql } from 'kysely'
import { createDatabase, createPool, type Database } from '../platform/database/connection.ts'

/** Lets the minutes pass for which mails wait, because what they tell could be undone or contradicted. */
export async function passWaits(db: Database): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '5 minutes' where run_at > now()`.execute(
    db,
  )
}

/** Lets the waits of mails to an address pass in a running product, where they are sent within a second. */
export async function passMailWaits(dataDir: string, recipient: string): Promise<void> {
  const pool = createPool(connectionTo(dataDir), () => {}, { hasTimeouts: false })
  await sql`
    update graphile_worker._private_jobs set run_at = now()
     where payload ->> 'recipient' = ${recipient} and run_at > now()`.execute(createDatabase(pool))
  await pool.end()
}

/** Lets the time come at which the thank-you for a running product's request for a patient is sent. */
export async function passUntilThankYou(dataDir: string, patientName: string): Promise<void> {
  const pool = createPool(connectionTo(dataDir), () => {}, { hasTimeouts: false })
  const db = createDatabase(pool)
  const { numAffectedRows } = await sql`
    update blood_requests set thank_you_due_at = now()
     where patient_name = ${patientName} and thank_you_due_at is not null`.execute(db)
  // Not to wait for the next minute.
  await sql`select graphile_worker.add_job('housekeeping', queue_name => 'housekeeping')`.execute(db)
  await pool.end()
  if (!numAffectedRows) throw new Error(`No thank-you for the request for ${patientName} is to come.`)
}
