import { type Kysely, sql } from 'kysely'

const DIGITS = sql`' ' || regexp_replace(contact_number, '[^0-9]', '', 'g')`

/**
 * Lets admins find a blood request by its contact number, and a donor by a number that the donor shows. The text of a donor
 * with a private number does not contain it, so that no search can tell whether it is somebody's. The expression of a
 * generated column can only be changed by replacing the column.
 */
export async function up(db: Kysely<never>) {
  for (const [table, text] of [
    [
      'donors',
      sql`full_name || ' ' || email || ' ' || university_id || ' ' || department
          || case when allow_contact_visibility then ${DIGITS} else '' end`,
    ],
    [
      'blood_requests',
      sql`patient_name || ' ' || hospital_name || ' ' || contact_person || ' ' || user_email || ${DIGITS}`,
    ],
  ] as const) {
    await sql`alter table ${sql.table(table)} drop column search_text`.execute(db)
    await sql`
      alter table ${sql.table(table)} add column search_text text not null
      generated always as (lower(${text})) stored`.execute(db)
    await sql`alter table ${sql.table(table)} alter column search_text set statistics 1000`.execute(db)
    await sql`
      create index ${sql.id(`${table}_by_text`)} on ${sql.table(table)} using gin (search_text gin_trgm_ops)`.execute(
      db,
    )
  }
}
