import {
  AUDIT_ACTIONS,
  AuditAction,
  type AuditListing,
  exportAuditEntries,
  listAuditEntries,
} from '@blood-bank/contract/audit/endpoints'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { startOfDate } from '../../platform/clock/local-time.ts'
import type { Context } from '../access/context.ts'
import { serve } from '../access/serve.ts'
import { type AuditNames, findActors } from './actors.ts'
import { type AuditFilter, listAuditEntries as listEntries } from './entries.ts'
import { exportRecords } from './export-records.ts'
import { presentEntries } from './present-entries.ts'
import { entryForExport } from './view.ts'

type Filters = Omit<AuditListing, 'limit' | 'after'>

/** The audit log for admins: list and export. Nothing changes it. */
export function auditLogRoutes(
  { http, db, config: { timeZone }, recordSecurityEvent, now }: Context,
  names: AuditNames,
): void {
  serve(http, listAuditEntries, async ({ query }) => {
    const filter = await filterOf(query)
    const page = await listEntries(db, filter, query)
    return { ...page, records: await presentEntries(db, page.records, names) }
  })

  serve(http, exportAuditEntries, async ({ query, actor }) => {
    const filter = await filterOf(query)
    return exportRecords(db, {
      actorId: actor.id,
      recordSecurityEvent,
      what: 'audit-entries',
      now: now(),
      timeZone,
      list: async (db, place) => {
        const page = await listEntries(db, filter, { ...place, order: query.order })
        return { ...page, records: await presentEntries(db, page.records, names) }
      },
      rowOf: entry => entryForExport(entry, timeZone),
    })
  })

  const filterOf = async ({
    search,
    actor,
    action,
    type,
    record,
    from,
    to,
  }: Filters): Promise<AuditFilter> => ({
    actorIds: await findActors(db, { search, id: actor, findNames: names.findNames }),
    actions: actionsOf({ action, type }),
    targetId: record,
    from: from === undefined ? undefined : startOfDate(from, timeZone),
    until: to === undefined ? undefined : startOfDate(addDays(to, 1), timeZone),
  })
}

function actionsOf({ action, type }: Pick<Filters, 'action' | 'type'>): string[] | undefined {
  if (type === undefined) return action && [action]
  return AuditAction.options.filter(
    name => AUDIT_ACTIONS[name].records.includes(type) && (action === undefined || action === name),
  )
}
