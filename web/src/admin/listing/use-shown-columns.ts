import type { SortOrder } from '@blood-bank/contract/listing'
import { useMemo, useState } from 'react'
import type { Column } from './table/columns.ts'

type Options<T> = {
  columns: readonly Column<T>[]
  list: { data: { pages: T[][] } | undefined; isPlaceholderData: boolean }
  query: { search: string; sort: string; order: SortOrder }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The columns that say something about a record of the list. It is decided when the list, or a filter of it, is opened:
 * a column that came or went later would move the others. What is left out is in the sheet of a record.
 */
export function useShownColumns<T>({ columns, list: { data, isPlaceholderData }, query }: Options<T>) {
  const key = JSON.stringify(query)
  const [empty, setEmpty] = useState<{ key: string | null; headings: ReadonlySet<string> }>({
    key: null,
    headings: NONE,
  })
  const records = isPlaceholderData ? undefined : data?.pages.flat()
  if (records && records.length > 0 && empty.key !== key)
    setEmpty({ key, headings: headingsOfEmpty(columns, records, query.sort) })
  return useMemo(
    () => columns.filter(({ heading, place }) => place !== 'sheet' && !empty.headings.has(heading)),
    [columns, empty],
  )
}

const headingsOfEmpty = <T>(columns: readonly Column<T>[], records: readonly T[], sortedBy: string) =>
  new Set(
    columns
      .filter(
        ({ sort, place, cell, isEmpty }, at) =>
          at > 0 &&
          place === undefined &&
          (sort === undefined || sort !== sortedBy) &&
          records.every(record => isEmpty?.(record) ?? [null, ''].includes(cell(record) as string)),
      )
      .map(({ heading }) => heading),
  )
