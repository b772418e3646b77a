type Known = { tag: string; reply: unknown }

/** A person goes to and fro between a few lists; longer ones are of many pages. */
const MOST_KNOWN = 30

/** What the server has said last at an address, while the page is open; nothing of it is left on the device. */
const known = new Map<string, Known>()

export const findKnown = (address: string): Known | undefined => known.get(address)

/** Remembers a reply that has a name by which the server can say that it has not changed. */
export function remember(address: string, tag: string | null, reply: unknown): void {
  known.delete(address)
  if (tag === null) return
  known.set(address, { tag, reply })
  const [oldest] = known.keys()
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
}

/** Forgets all of it: it was told to somebody who is not the one at the page any more. */
export const forgetKnown = (): void => known.clear()
