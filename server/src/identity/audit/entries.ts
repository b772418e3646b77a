import type { CountedPage, SortOrder } from '@blood-bank/contract/listing'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { type Paging, readCountedPage } from '../../platform/database/listing.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type AuditEntryRow = Selectable<Schema['auditEntries']> & {
  /** How many entries the act has for which it stands; 1 of those that stand for themselves. */
  records: number
}

/** Which entries of the audit log are read. A list that is undefined does not restrict them. */
export type AuditFilter = {
  actorIds: string[] | undefined
  actions: string[] | undefined
  targetId: string | undefined
  /** The id of one of the entries that are found: those of the same act. */
  actOf: string | undefined
  /** Whether one entry stands for all of an act on several records. */
  isFolded: boolean
  /** Included. */
  from: Date | undefined
  /** Not included. */
  until: Date | undefined
}

/** Reads a page of the audit log. */
export function listAuditEntries(
  db: Database,
  { actorIds, actions, targetId, actOf, isFolded, from, until }: AuditFilter,
  paging: Paging & { order: SortOrder },
): Promise<CountedPage<AuditEntryRow>> {
  const query = db
    .selectFrom('auditEntries')
    .selectAll()
    .select(
      (isFolded
        ? sql<number>`(select count(*)::int from audit_entries other where ${OF_SAME_ACT})`
        : sql<number>`1`
      ).as('records'),
    )
    .where(entry =>
      entry.and([
        ...(actorIds ? [isOneOf('actor_id', 'uuid', actorIds)] : []),
        ...(actions ? [isOneOf('action', 'text', actions)] : []),
        ...(targetId === undefined ? [] : [entry('targetId', '=', targetId)]),
        ...(actOf === undefined
          ? []
          : [
              sql<SqlBool>`exists (select from audit_entries other where other.id = ${actOf} and ${OF_SAME_ACT})`,
            ]),
        ...(isFolded ? [IS_LAST_OF_ACT] : []),
        ...(from ? [entry('at', '>=', from)] : []),
        ...(until ? [entry('at', '<', until)] : []),
      ]),
    )
  return readCountedPage(query, { ...paging, key: { by: sql`at`, kind: 'time' } })
}

/** Entries that are written together have the same moment, and those of one act the same result; an export has no record. */
const OF_SAME_ACT = sql`other.actor_id = audit_entries.actor_id and other.at = audit_entries.at
  and other.action = audit_entries.action and other.after is not distinct from audit_entries.after
  and (other.id = audit_entries.id or other.target_id is not null and audit_entries.target_id is not null)`

const IS_LAST_OF_ACT = sql<SqlBool>`not exists (
  select from audit_entries other where other.id > audit_entries.id and ${OF_SAME_ACT})`

/** With a single value, an index returns the entries in the order of their time. */
const isOneOf = (column: string, type: string, values: string[]) =>
  values.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${values[0]}`
    : sql<SqlBool>`${sql.ref(column)} = any (${values}::${sql.raw(type)}[])`

/** Lists everybody who did something. Jumps from one actor to the next in an index, as there are few. */
export async function listActors(db: Database): Promise<string[]> {
  const { rows } = await sql<{ actorId: string }>`
    with recursive actors (actor_id) as (
      (select actor_id from audit_entries order by actor_id limit 1)
      union all
      select (select next.actor_id from audit_entries next
               where next.actor_id > actors.actor_id order by next.actor_id limit 1)
        from actors where actors.actor_id is not null)
    select actor_id from actors where actor_id is not null`.execute(db)
  return rows.map(({ actorId }) => actorId)
}

/** Of some users, lists the entries of their latest suspensions. */
export async function listLatestSuspensions(
  db: Database,
  userIds: string[],
): Promise<{ id: string; userId: string }[]> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select latest.id, target.id as user_id
      from unnest(${userIds}::uuid[]) target (id)
     cross join lateral (
       select id from audit_entries where target_id = target.id and action = 'suspended'
        order by at desc, id desc limit 1) latest`.execute(db)
  return rows
}
