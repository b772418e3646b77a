import { useState } from 'react'
import { countLoaded, type Records } from './records.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Separates from a list the records that ended earlier, or that are not for the person. One that is no longer current while
 * it is on the screen stays in its place until the person leaves the page.
 * @param isCurrent tells which stay in the list; null where all do
 */
export function useWithoutEarlier<T extends { id: string }, L extends { data: Records<T> | undefined }>(
  list: L,
  isCurrent: ((record: T) => boolean) | null,
): { list: L; earlier: T[]; earlierTotal: number } {
  const { data } = list
  const [ids, setIds] = useState(NONE)
  if (!data || !isCurrent) return { list, earlier: [], earlierTotal: 0 }

  const all = data.pages.flat()
  const added = all.filter(record => isCurrent(record) && !ids.has(record.id))
  // During rendering, so that a record is known as current before it can end.
  if (added.length > 0) setIds(new Set([...ids, ...added.map(({ id }) => id)]))
  const isShown = ({ id }: T) => ids.has(id)
  const pages = data.pages.map(page => page.filter(isShown))
  const current = countLoaded(pages)
  // What is not loaded yet is older than any ended record that is.
  const total = current < all.length ? current : data.total
  return {
    list: { ...list, data: { ...data, pages, total } },
    earlier: all.filter(record => !isShown(record)),
    earlierTotal: data.total - total,
  }
}
