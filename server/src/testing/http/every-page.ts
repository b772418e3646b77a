import type { Page } from '@blood-bank/contract/paging'

/**
 * Every page of a list, from the first to the one that has no `next`.
 * @param load makes the call with the place after which the page begins
 */
export async function everyPage<T>(
  load: (place: { after?: string }) => Promise<{ body: Page<T> }>,
): Promise<T[][]> {
  const pages: T[][] = []
  let place: { after?: string } | null = {}
  while (place) {
    const { body }: { body: Page<T> } = await load(place)
    pages.push(body.records)
    place = body.next === null ? null : { after: body.next }
  }
  return pages
}
