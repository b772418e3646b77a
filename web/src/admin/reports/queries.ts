import type { ReportCase } from '@blood-bank/contract/reports/cases'
import * as cases from '@blood-bank/contract/reports/cases'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { changeCachedLists } from '../../lists/changes/optimistic-list.ts'
import { useRecords, useSteadyList } from '../../lists/use-records.ts'

const REPORTS = ['report-cases']
const LISTING = [...REPORTS, 'listing']

type Filters = Pick<z.input<typeof cases.listReportCases.query>, 'state' | 'subject'>

/** The cases that wait for an admin or are handled, page by page. */
export const useReportCases = (filters: Filters) =>
  useSteadyList({
    queryKey: [...LISTING, filters],
    fetchPage: ({ after }, options) => call(cases.listReportCases, { query: { ...filters, after } }, options),
    keepsPreviousRecords: true,
    live: ['admin-reports'],
  })

const keyOf = (id: string) => [...REPORTS, id, 'case']

/** A case as it is now: one that another admin decides is no longer in the list. */
export const useReportCase = (listed: ReportCase): ReportCase =>
  useQuery({
    queryKey: keyOf(listed.id),
    queryFn: ({ signal }) => call(cases.readReportCase, { params: { id: listed.id } }, { signal }),
    meta: { live: ['admin-reports'] },
  }).data ?? listed

/** The reports of a case, the latest first, page by page. */
export const useReportsOfCase = (id: string) =>
  useRecords({
    queryKey: [...REPORTS, id, 'reports'],
    fetchPage: (query, options) => call(cases.listReportsOfCase, { params: { id }, query }, options),
    live: ['admin-reports'],
  })

/** What admins wrote about a case. */
export const useNotesOfCase = (id: string) =>
  useQuery({
    queryKey: [...REPORTS, id, 'notes'],
    queryFn: ({ signal }) => call(cases.listNotesOfCase, { params: { id } }, { signal }),
    meta: { live: ['admin-reports'] },
  })

/** Shows a changed case in every list, and refetches what else changes with it: its reports, the requests, the overview. */
export async function showChangedCase(client: QueryClient, changed: ReportCase) {
  await changeCachedLists(client, LISTING, [{ record: changed, after: changed }])
  client.setQueryData(keyOf(changed.id), changed)
  void client.invalidateQueries({ queryKey: [...REPORTS, changed.id] })
  void client.invalidateQueries({ queryKey: ['overview'] })
}

/** Refetches everything about reports: a refusal means that this page shows an outdated state. */
export const refreshReports = (client: QueryClient) => client.invalidateQueries({ queryKey: REPORTS })
