import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { useState } from 'react'
import { countLoaded, type Records } from '../../../lists/records.ts'
import { isCurrent } from '../state.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Separates the requests that were closed earlier from a list. One that closes while it is on the screen stays in its
 * place until the person leaves the page, and one that an admin closed lately is not folded.
 * @param isSeparated whether to do so; otherwise the list has no earlier requests
 */
export function useWithoutEarlier<L extends { data: Records<BloodRequest> | undefined }>(
  list: L,
  isSeparated: boolean,
): { list: L; earlier: BloodRequest[]; earlierTotal: number } {
  const { data } = list
  const [ids, setIds] = useState(NONE)
  if (!data || !isSeparated) return { list, earlier: [], earlierTotal: 0 }

  const all = data.pages.flat()
  const added = all.filter(bloodRequest => isCurrent(bloodRequest) && !ids.has(bloodRequest.id))
  // During rendering, so that a request is known as current before it can close.
  if (added.length > 0) setIds(new Set([...ids, ...added.map(({ id }) => id)]))
  const isShown = ({ id }: BloodRequest) => ids.has(id)
  const pages = data.pages.map(page => page.filter(isShown))
  const current = countLoaded(pages)
  // What is not loaded yet is older than any closed request that is.
  const total = current < all.length ? current : data.total
  return {
    list: { ...list, data: { ...data, pages, total } },
    earlier: all.filter(bloodRequest => !isShown(bloodRequest)),
    earlierTotal: data.total - total,
  }
}
