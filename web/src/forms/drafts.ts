import { DAY_MS } from '@blood-bank/contract/durations'
import { createContext } from 'react'
import { withStorage } from '../ui/browser/capabilities.ts'

/** Id of the person who owns the drafts of the forms below; null where nobody is signed in and no draft is saved. */
export const DraftOwner = createContext<string | null>(null)

/** Older drafts are ignored. */
const MAX_AGE_MS = DAY_MS

type SavedDraft<V> = { savedAt: number; values: V; note?: string | null }

const PREFIX = 'draft:'
const nameOf = (owner: string, form: string) => `${PREFIX}${owner}:${form}`

/**
 * Saves what a person typed into a form and has not sent. A draft survives a reload and an expired session for a day.
 * It is stored under the person's id in sessionStorage, which ends with the tab: it may hold a patient's name and
 * number, and the computer may be shared. Where the browser denies access to that, or has no room, the text stays on the
 * page only.
 * @param note says where the values come from, if the person has not typed any of them
 */
export function saveDraft(owner: string, form: string, values: object, note: string | null = null) {
  const draft: SavedDraft<object> = { savedAt: Date.now(), values, note }
  withStorage('sessionStorage', storage => storage.setItem(nameOf(owner, form), JSON.stringify(draft)))
}

/** The draft of a form; null when there is none or it is too old. */
export const findDraft = <V extends object>(owner: string, form: string): Partial<V> | null =>
  read<Partial<V>>(owner, form)?.values ?? null

/** The note of a draft; null for one that the person typed. */
export const findDraftNote = (owner: string, form: string): string | null => read(owner, form)?.note ?? null

function read<V = object>(owner: string, form: string): SavedDraft<V> | null {
  const text = withStorage('sessionStorage', storage => storage.getItem(nameOf(owner, form)))
  if (!text) return null
  const draft: SavedDraft<V> = JSON.parse(text)
  return Date.now() - draft.savedAt < MAX_AGE_MS ? draft : null
}

/** Deletes a draft that was sent or discarded. */
export const deleteDraft = (owner: string, form: string) =>
  withStorage('sessionStorage', storage => storage.removeItem(nameOf(owner, form)))

/** Deletes all drafts, or those of everybody except one person. */
export function deleteDrafts(exceptOf?: string) {
  withStorage('sessionStorage', storage => {
    for (const name of Object.keys(storage)) {
      if (!name.startsWith(PREFIX)) continue
      if (exceptOf === undefined || !name.startsWith(nameOf(exceptOf, ''))) storage.removeItem(name)
    }
  })
}
