import type { Records } from '../records.ts'

type ById = { id: string }

/** A list as it is on the screen. */
export type ShownRecords<T> = Records<T> & {
  /** How many fetched records are not shown, because they would move those that are. */
  waiting: number
  /** Records that are shown although they have left the list. */
  goneIds: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/** Shows a list as it was fetched. */
export const showAll = <T>(fetched: Records<T>): ShownRecords<T> => ({
  ...fetched,
  waiting: 0,
  goneIds: NONE,
})

/**
 * Shows a list that was fetched again without moving what is on the screen: records change in place, new ones between them
 * wait, those after them are added, and those that have left the list stay.
 */
export function follow<T extends ById>(shown: ShownRecords<T>, fetched: Records<T>): ShownRecords<T> {
  const before = shown.pages.flat()
  const after = fetched.pages.flat()
  if (before.length === 0) return showAll(fetched)
  const known = new Set(before.map(({ id }) => id))
  const found = new Map(after.map(record => [record.id, record]))
  const firstAdded = after.findLastIndex(({ id }) => known.has(id)) + 1
  const waiting = after.slice(0, firstAdded).filter(({ id }) => !known.has(id)).length
  // Without any of the records on the screen nothing tells what comes after them.
  const added = firstAdded > 0 ? after.slice(firstAdded) : []

  // Beyond the last record that was found, a record may be on a page that is not fetched.
  const isWhole = after.length >= fetched.total
  const knownUntil = isWhole ? before.length : before.findLastIndex(({ id }) => found.has(id))
  const goneIds = new Set(before.slice(0, knownUntil).flatMap(({ id }) => (found.has(id) ? [] : [id])))
  const pages = shown.pages.map(page => updated(page, found))
  const unseen = firstAdded > 0 ? waiting : after.length
  return {
    pages: added.length > 0 ? [...pages, added] : pages,
    total: fetched.total - unseen + goneIds.size,
    waiting: unseen,
    goneIds,
  }
}

/** The same page if none of its records has changed. */
function updated<T extends ById>(page: T[], found: ReadonlyMap<string, T>): T[] {
  const records = page.map(record => found.get(record.id) ?? record)
  return records.some((record, at) => record !== page[at]) ? records : page
}
