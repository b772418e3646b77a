import { type AuditListing, listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { useSteadyList } from '../../lists/use-records.ts'

/** The audit log with an admin's filters, page by page. */
export const useAuditListing = (query: z.input<typeof AuditListing>) =>
  useSteadyList({
    live: ['admin-audit-log'],
    queryKey: ['audit-log', query],
    fetchPage: ({ after }, options) => call(listAuditEntries, { query: { ...query, after } }, options),
    keepsPreviousRecords: true,
  })
