import type { SortOrder } from '@blood-bank/contract/listing'
import { useSearchParams } from 'react-router'

/** Values with their labels, in order, or values that are their own labels. */
type Options = Readonly<Record<string, string>> | readonly string[]

/** A filter of a list; its key is the name of the query parameter. */
type Filter = {
  label: string
  options: Options
  /** Label of the choice without a value: "All" by default. */
  unset?: string
}
type Filters = Readonly<Record<string, Filter>>

type ValueOf<O extends Options> = O extends readonly (infer V)[] ? V : keyof O & string
type Chosen<F extends Filters> = { [N in keyof F]?: ValueOf<F[N]['options']> }

/** Filters that a page offers by other means than a select: whether a value in the URL is valid. */
type OtherFilters = Readonly<Record<string, (value: string) => boolean>>

type ListingOptions<S extends string, F extends Filters, O extends OtherFilters> = {
  /** The sort keys; the first is the default, in descending order with every filter (spec §7). */
  sorts: readonly [S, ...S[]]
  filters: F
  others?: O
}

/** The search, filters and sort order of a list, and how to change them. */
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
 * The search, filters and sort order of an admin list. They are stored in the URL, so that it can be reloaded and shared.
 * `query` is for the call. Unknown values in the URL are ignored.
 */
export function useListing<
  S extends string,
  const F extends Filters,
  O extends OtherFilters = Record<never, never>,
>({ sorts, filters, others }: ListingOptions<S, F, O>) {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const sort = sorts.find(name => name === params.get('sort')) ?? sorts[0]
  const chosen = readChosen(params, filters, others) as Chosen<F> & { [N in keyof O]?: string }
  const order = readOrder(params) ?? 'desc'

  /** An empty value removes its name from the URL. */
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

  /** Sorting by the same key again reverses the order; text starts with A, times start with the latest. */
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
    clear: () =>
      change({
        search: '',
        ...Object.fromEntries(Object.keys({ ...filters, ...others }).map(name => [name, ''])),
      }),
  }
}

const readOrder = (params: URLSearchParams): SortOrder | undefined =>
  (['asc', 'desc'] as const).find(order => order === params.get('order'))

function readChosen(params: URLSearchParams, filters: Filters, others: OtherFilters = {}) {
  const valuesOf = ({ options }: Filter) => (Array.isArray(options) ? options : Object.keys(options))
  const isOption = (filter: Filter) => (value: string) => valuesOf(filter).includes(value)
  const accepted = Object.entries(filters).map(([name, filter]) => [name, isOption(filter)] as const)
  return Object.fromEntries(
    [...accepted, ...Object.entries(others)].flatMap(([name, isValid]) => {
      const value = params.get(name) ?? ''
      return isValid(value) ? [[name, value]] : []
    }),
  )
}
