import { MAX_SEARCH_LENGTH } from '@blood-bank/contract/listing'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { TextField } from './text-field.tsx'

/** A search waits until typing pauses. */
export const TYPING_PAUSE_MS = 300

/** Text to look for; `onSearch` is told when typing pauses. Escape clears it, and leaves what is clear. `search` is what is looked for now. */
export function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)

  // Cleared filters and a step back in the history change the search from outside; a blank being typed does not.
  if (known !== search) {
    setKnown(search)
    if (typed.trim() !== search) setTyped(search)
  }

  const searchNow = useEffectEvent((text: string) => {
    if (text.trim() !== search) onSearch(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => searchNow(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const clearOrLeave = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key !== 'Escape') return
    if (typed === '') currentTarget.blur()
    else setTyped('')
  }

  return (
    <TextField
      name="search"
      label="Search"
      autoComplete="off"
      maxLength={MAX_SEARCH_LENGTH}
      value={typed}
      onChange={setTyped}
      onKeyDown={clearOrLeave}
    />
  )
}
