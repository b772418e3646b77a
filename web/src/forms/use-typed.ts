import { useContext, useEffect, useState } from 'react'
import { DraftOwner, dropDraft, findDraft, keepDraft } from './drafts.ts'

/** What fields hold: text, or whether a box is ticked. */
export type Typed = Record<string, string | boolean>

type Setting = {
  /** Name under which what was typed is found again by the same person. */
  draftKey?: string | undefined
  /** Keeps it at every change, and not only when asked to (`keep`). */
  survivesReload?: boolean | undefined
}

/**
 * What is typed into a form: begins with a draft, if there is one (`isFromDraft`), or else with `initial`.
 * `isUnsaved` while it differs from what was `initial` or saved last.
 */
export function useTyped<V extends Typed>(initial: V, { draftKey, survivesReload = false }: Setting) {
  const owner = useContext(DraftOwner)
  const [draft, setDraft] = useState(() =>
    owner && draftKey ? withDraft(initial, findDraft<V>(owner, draftKey)) : null,
  )
  const [typed, setTyped] = useState(draft ?? initial)
  const [saved, setSaved] = useState(initial)
  const isUnsaved = Object.keys(typed).some(name => typed[name] !== saved[name])

  const keep = () => owner && draftKey && keepDraft(owner, draftKey, typed)
  const drop = () => owner && draftKey && dropDraft(owner, draftKey)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about what is typed and saved
  useEffect(() => {
    if (!survivesReload) return
    if (isUnsaved) keep()
    else drop()
  }, [typed, isUnsaved])

  return {
    typed,
    setTyped,
    isUnsaved,
    isFromDraft: draft !== null,
    keep,
    drop,
    /** What was typed is known to the server. */
    save: (sent: V) => {
      setSaved(sent)
      setDraft(null)
    },
    /** As it was in the beginning, without the draft. */
    reset: () => {
      drop()
      setDraft(null)
      setTyped(initial)
      setSaved(initial)
    },
  }
}

/** A form may have got other fields since. */
function withDraft<V extends Typed>(initial: V, draft: Partial<V> | null): V | null {
  if (!draft) return null
  const known = Object.keys(initial).filter(name => typeof draft[name] === typeof initial[name])
  return { ...initial, ...Object.fromEntries(known.map(name => [name, draft[name]])) }
}
