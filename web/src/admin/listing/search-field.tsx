import { MAX_SEARCH_LENGTH } from '@blood-bank/contract/listing'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextField } from '../../forms/text-field.tsx'

/** The search starts when typing pauses for this long. */
const TYPING_PAUSE_MS = 300

type Props = { label: string; search: string; onSearch: (text: string) => void }

/**
 * A field for the search text. Calls `onSearch` when typing pauses. Escape clears it, or leaves it when it is empty.
 * `search` is the current search text.
 */
export function SearchField({ label, search, onSearch }: Props) {
  const [typed, setTyped] = useState(search)
  const [previousSearch, setPreviousSearch] = useState(search)

  // Clearing the filters and going back in the history change the search from outside; typing a trailing blank doesn't.
  if (previousSearch !== search) {
    setPreviousSearch(search)
    if (typed.trim() !== search) setTyped(search)
  }

  const searchNow = useEffectEvent((text: string) => {
    // Rendered before the next letter, which the new search text would replace otherwise.
    if (text.trim() !== search) flushSync(() => onSearch(text))
  })
  useEffect(() => {
    const timer = setTimeout(() => searchNow(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const clearOrBlur = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key !== 'Escape') return
    if (typed === '') currentTarget.blur()
    else setTyped('')
  }

  return (
    <TextField
      name="search"
      label={label}
      autoComplete="off"
      maxLength={MAX_SEARCH_LENGTH}
      value={typed}
      onChange={setTyped}
      onKeyDown={clearOrBlur}
    />
  )
}
