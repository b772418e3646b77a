import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { sql } from 'kysely'
import { createDatabase, createPool, type Database } from '../platform/database/connection.ts'

/** Lets the minutes pass for which mails wait, because what they tell could be undone or contradicted. */
export async function passWaits(db: Database): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '5 minutes' where run_at > now()`.execute(
    db,
  )
}

/** Works on the database of a running product. */
async function inProduct<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const pool = createPool(connectionTo(dataDir), () => {}, { hasTimeouts: false })
  try {
    return await work(createDatabase(pool))
  } finally {
    await pool.end()
  }
}

/** Lets the waits of mails to an address pass in a running product, where they are sent within a second. */
export const passMailWaits = (dataDir: string, recipient: string) =>
  inProduct(dataDir, db =>
    sql`
      update graphile_worker._private_jobs set run_at = now()
       where payload ->> 'recipient' = ${recipient} and run_at > now()`.execute(db),
  )

/** Lets the time come until which the donor with an address rests in a running product. */
export const passRest = (dataDir: string, email: string) =>
  inProduct(dataDir, db =>
    sql`update donors set rests_until = current_date - 1 where email = ${email} and rests_until is not null`.execute(
      db,
    ),
  )

/** Lets the time come at which the thank-you for a running product's request for a patient is sent. */
export const passUntilThankYou = (dataDir: string, patientName: string) =>
  inProduct(dataDir, async db => {
    const { numAffectedRows } = await sql`
      update blood_requests set thank_you_due_at = now()
       where patient_name = ${patientName} and thank_you_due_at is not null`.execute(db)
    // Not to wait for the next minute.
    await sql`select graphile_worker.add_job('housekeeping', queue_name => 'housekeeping')`.execute(db)
    if (!numAffectedRows) throw new Error(`No thank-you for the request for ${patientName} is to come.`)
  })
