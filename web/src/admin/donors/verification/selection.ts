import { useSyncExternalStore } from 'react'
import { createListeners } from '../../../ui/browser/listeners.ts'

/** The records of a list that a person has selected. */
export type Selection = ReturnType<typeof createSelection>

/** Creates a selection by record id. It is a store of its own, so that selecting one row does not render all of them. */
export function createSelection() {
  let ids: ReadonlySet<string> = new Set()
  const { subscribe, notify } = createListeners()
  const select = (next: ReadonlySet<string>) => {
    ids = next
    notify()
  }
  return {
    get: () => ids,
    select,
    toggle: (id: string) =>
      select(new Set(ids.has(id) ? [...ids].filter(other => other !== id) : [...ids, id])),
    subscribe,
  }
}

/** The ids of the selected records. */
export const useSelectedIds = ({ subscribe, get }: Selection) => useSyncExternalStore(subscribe, get, get)

/** Whether a record is selected. */
export function useIsSelected({ subscribe, get }: Selection, id: string) {
  const isSelected = () => get().has(id)
  return useSyncExternalStore(subscribe, isSelected, isSelected)
}
