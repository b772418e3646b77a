import type { SortOrder } from '@blood-bank/contract/listing'
import { useSearchParams } from 'react-router'

/** Values in order with their labels, or plain values that are their own labels. */
type Options = Readonly<Record<string, string>> | readonly string[]

/** A choice that narrows a list down; its name is that of the call's query. */
export type Filter = { label: string; options: Options }
type Filters = Readonly<Record<string, Filter>>

type ValueOf<O extends Options> = O extends readonly (infer V)[] ? V : keyof O & string
type Chosen<F extends Filters> = { [N in keyof F]?: ValueOf<F[N]['options']> }

type Setting<S extends string, F extends Filters> = {
  /** What the list can be sorted by; the first is the default, the latest first. */
  sorts: readonly [S, ...S[]]
  filters: F
}

/** What the parts of a list need to show and to change how it is listed. */
export type Listing = {
  filters: Filters
  query: { search: string; sort: string; order: SortOrder }
  chosen: Readonly<Record<string, string | undefined>>
  isFiltered: boolean
  choose: (filter: string, value: string) => void
  searchFor: (text: string) => void
  sortBy: (sort: string, order?: SortOrder) => void
  clear: () => void
}

/**
 * How an admin list is searched, filtered and sorted, kept in the address, so that it can be reloaded and passed
 * on. `query` is for the call. What the address says and nobody offers is left out.
 */
export function useListing<S extends string, const F extends Filters>({ sorts, filters }: Setting<S, F>) {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const sort = sorts.find(name => name === params.get('sort')) ?? sorts[0]
  const order: SortOrder = params.get('order') === 'asc' ? 'asc' : 'desc'
  const chosen = chosenIn(params, filters) as Chosen<F>

  /** An empty value takes its name out of the address. */
  const change = (changes: Record<string, string>) =>
    setParams(
      before => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace: true },
    )

  /** Sorting by the same once more turns the order around; words begin at A, times at the latest. */
  const nextOrder = (by: string): SortOrder => {
    if (by === sort) return order === 'asc' ? 'desc' : 'asc'
    return by === sorts[0] ? 'desc' : 'asc'
  }

  return {
    filters,
    query: { search, sort, order, ...chosen },
    chosen,
    isFiltered: search !== '' || Object.keys(chosen).length > 0,
    choose: (filter: string, value: string) => change({ [filter]: value }),
    searchFor: (text: string) => change({ search: text.trim() }),
    sortBy: (by: string, order = nextOrder(by)) =>
      change(by === sorts[0] && order === 'desc' ? { sort: '', order: '' } : { sort: by, order }),
    clear: () => change({ search: '', ...Object.fromEntries(Object.keys(filters).map(name => [name, ''])) }),
  }
}

function chosenIn(params: URLSearchParams, filters: Filters) {
  const valuesOf = ({ options }: Filter) => (Array.isArray(options) ? options : Object.keys(options))
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => {
      const value = params.get(name) ?? ''
      return valuesOf(filter).includes(value) ? [[name, value]] : []
    }),
  )
}
