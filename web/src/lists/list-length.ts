import { counted, formatCount, type Noun } from '../ui/records/counts.ts'
import { countLoaded } from './records.ts'

type List = {
  data: { pages: unknown[][]; total: number; goneIds?: ReadonlySet<string> } | undefined
  isFetchNextPageError: boolean
}

/**
 * The total number of records of a list, without those that are shown although they have left it. It doesn't change while
 * pages load, so that screen readers announce it once.
 * When a following page fails to load it also says how many are loaded: "50 of 55 donors".
 */
export function describeLength(list: List, noun: Noun): string {
  const total = counted((list.data?.total ?? 0) - goneOf(list), noun)
  return list.isFetchNextPageError ? `${formatCount(loadedOf(list) - goneOf(list))} of ${total}` : total
}

/** What stands before the total while pages load: "50 of ". Hidden from screen readers, which would announce each page. */
export const describeLoaded = (list: List): string =>
  list.isFetchNextPageError || !list.data || loadedOf(list) === list.data.total
    ? ''
    : `${formatCount(loadedOf(list) - goneOf(list))} of `

const loadedOf = ({ data }: List) => countLoaded(data?.pages ?? [])

const goneOf = ({ data }: List) => data?.goneIds?.size ?? 0
