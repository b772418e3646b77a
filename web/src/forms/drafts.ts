import { createContext } from 'react'

/** Id of the person whose drafts the forms below it save; null where nobody is signed in, and no draft is saved. */
export const DraftOwner = createContext<string | null>(null)

/** Who comes back later begins anew. */
const LIFE_MS = 24 * 60 * 60 * 1_000

type Kept<V> = { keptAt: number; values: V }

const PREFIX = 'draft:'
const nameOf = (owner: string, form: string) => `${PREFIX}${owner}:${form}`

/**
 * What a person typed into a form and has not sent. It outlives a reload and a session that ended, for a day, and
 * lies under the person's id in the storage of the tab, which goes with it: a patient's name and a number are in it,
 * and the computer may be shared.
 */
export function keepDraft(owner: string, form: string, values: object) {
  const kept: Kept<object> = { keptAt: Date.now(), values }
  try {
    sessionStorage.setItem(nameOf(owner, form), JSON.stringify(kept))
  } catch {
    // Somebody pasted more than the storage holds: it is on the page still.
  }
}

/** The draft of a form; null when there is none, or none any more. */
export function findDraft<V extends object>(owner: string, form: string): Partial<V> | null {
  const text = sessionStorage.getItem(nameOf(owner, form))
  if (!text) return null
  const { keptAt, values }: Kept<Partial<V>> = JSON.parse(text)
  return Date.now() - keptAt < LIFE_MS ? values : null
}

/** It was sent, or is not wanted any more. */
export const dropDraft = (owner: string, form: string) => sessionStorage.removeItem(nameOf(owner, form))

/** All drafts, or those of everybody but one person. */
export function dropDrafts(exceptOf?: string) {
  for (const name of Object.keys(sessionStorage)) {
    if (!name.startsWith(PREFIX)) continue
    if (exceptOf === undefined || !name.startsWith(nameOf(exceptOf, ''))) sessionStorage.removeItem(name)
  }
}
