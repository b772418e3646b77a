import type { Page } from '@blood-bank/contract/listing'

/**
 * Loads every page of a list, from the first to the one without `next`.
 * @param load makes the call with the cursor of the page
 */
export async function everyPage<T>(
  load: (cursor: { after?: string }) => Promise<{ body: Page<T> }>,
): Promise<T[][]> {
  const pages: T[][] = []
  let cursor: { after?: string } | null = {}
  while (cursor) {
    const { body }: { body: Page<T> } = await load(cursor)
    pages.push(body.records)
    cursor = body.next === null ? null : { after: body.next }
  }
  return pages
}
