import { useContext, useEffect, useState } from 'react'
import { DraftOwner, deleteDraft, findDraft, findDraftNote, saveDraft } from './drafts.ts'

/** Values of fields by name: text, or whether a box is checked. */
export type FieldValues = Record<string, string | boolean>

type DraftOptions = {
  /** Key under which the same person's draft is saved. */
  draftKey?: string | undefined
  /** Saves the draft at every change, not only on `saveDraft`. */
  survivesReload?: boolean | undefined
}

/**
 * The values of a form's fields: starts from a draft if there is one (`isFromDraft`), otherwise from `initial`.
 * `draftNote` says where the draft comes from; null if the person typed it.
 * `isUnsaved` while they differ from `initial` or from what was saved last.
 */
export function useFieldValues<V extends FieldValues>(
  initial: V,
  { draftKey, survivesReload = false }: DraftOptions,
) {
  const owner = useContext(DraftOwner)
  const find = () => (owner && draftKey ? mergeDraft(initial, findDraft<V>(owner, draftKey)) : null)
  const findNote = () => (owner && draftKey ? findDraftNote(owner, draftKey) : null)
  const [draft, setDraft] = useState(find)
  const [note, setNote] = useState(findNote)
  const [values, setValues] = useState(draft ?? initial)
  const [saved, setSaved] = useState(initial)
  // A form that the server rendered learns later whose it is. What was typed meanwhile wins over the draft.
  const [knownOwner, setKnownOwner] = useState(owner)
  if (owner !== knownOwner) {
    setKnownOwner(owner)
    const found = find()
    if (found) {
      setDraft(found)
      setNote(findNote())
      setValues(withChanges(found, { values, saved }))
    }
  }
  const isUnsaved = Object.keys(values).some(name => values[name] !== saved[name])

  const save = (newNote: string | null = values === draft ? note : null) => {
    if (owner && draftKey) saveDraft(owner, draftKey, values, newNote)
  }
  const discard = () => owner && draftKey && deleteDraft(owner, draftKey)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the values change
  useEffect(() => {
    if (!survivesReload) return
    if (isUnsaved) save()
    else discard()
  }, [values, isUnsaved, owner])

  return {
    values,
    setValues,
    isUnsaved,
    isFromDraft: draft !== null,
    draftNote: note,
    saveDraft: save,
    discardDraft: discard,
    /** The server has accepted these values. */
    markSaved: (sent: V) => {
      setSaved(sent)
      setDraft(null)
    },
    /** Discards the draft and restores the initial values. */
    reset: () => {
      discard()
      setDraft(null)
      setValues(initial)
      setSaved(initial)
    },
  }
}

function withChanges<V extends FieldValues>(draft: V, { values, saved }: { values: V; saved: V }): V {
  const changed = Object.entries(values).filter(([name, value]) => value !== saved[name])
  return changed.length > 0 ? { ...draft, ...Object.fromEntries(changed) } : draft
}

/** Takes only the fields that the form still has: it may have changed since the draft was saved. */
function mergeDraft<V extends FieldValues>(initial: V, draft: Partial<V> | null): V | null {
  if (!draft) return null
  const known = Object.keys(initial).filter(name => typeof draft[name] === typeof initial[name])
  return { ...initial, ...Object.fromEntries(known.map(name => [name, draft[name]])) }
}
