/**
 * What waits, as a tree: each item under a path of keys, such as a network and an account in it. Taken is one item of each
 * key after the other, and within a key one of each key of the next level. So whoever has little waiting is served soon,
 * however much waits for others.
 */
export type Turns<Item> = { items: Set<Item>; branches: Map<string, Turns<Item>> }

export const createTurns = <Item>(): Turns<Item> => ({ items: new Set(), branches: new Map() })

export const isEmpty = ({ items, branches }: Turns<unknown>): boolean =>
  items.size === 0 && branches.size === 0

export function addTo<Item>(turns: Turns<Item>, [key, ...rest]: readonly string[], item: Item): void {
  if (key === undefined) return void turns.items.add(item)
  const branch = turns.branches.get(key) ?? createTurns()
  turns.branches.set(key, branch)
  addTo(branch, rest, item)
}

export function removeFrom<Item>(turns: Turns<Item>, [key, ...rest]: readonly string[], item: Item): void {
  if (key === undefined) return void turns.items.delete(item)
  const branch = turns.branches.get(key)
  if (!branch) return
  removeFrom(branch, rest, item)
  if (isEmpty(branch)) turns.branches.delete(key)
}

/** Removes and returns the item whose turn it is; undefined if none waits. @param isOpen whether one of a key may be taken */
export function takeNext<Item>(turns: Turns<Item>, isOpen = (_key: string) => true): Item | undefined {
  const [item] = turns.items
  if (item !== undefined) {
    turns.items.delete(item)
    return item
  }
  for (const [key, branch] of turns.branches) {
    const taken = isOpen(key) ? takeNext(branch, isOpen) : undefined
    if (taken === undefined) continue
    // Its next one is taken after one of each other key.
    turns.branches.delete(key)
    if (!isEmpty(branch)) turns.branches.set(key, branch)
    return taken
  }
  return undefined
}
