import { MAX_SEARCH_LENGTH } from '@blood-bank/contract/listing'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SelectField } from '../../forms/select-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useShortcuts } from '../frame/use-shortcuts.ts'
import styles from './record-listing.module.css'
import type { Column } from './table/columns.tsx'
import type { Listing } from './use-listing.ts'

type Props = {
  /** Accessible name of the search: "Find Donors". */
  name: string
  listing: Listing
  columns: readonly Column<never>[]
  /** Without it the list can't be searched by text. */
  searchLabel: string | undefined
  /** Fields besides the selects. */
  children?: ReactNode
}

/**
 * Text search and filters. On a phone a button opens the filters and the sort order, which the column headings offer
 * elsewhere.
 */
export function ListingFilters({ name, listing, columns, searchLabel, children }: Props) {
  const { query, chosen } = listing
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const search = useRef<HTMLDivElement>(null)
  useShortcuts({ '/': () => search.current?.querySelector('input')?.focus() })
  return (
    // biome-ignore lint/a11y/useSemanticElements: supported browsers include some without <search>
    <form
      role="search"
      className={styles.filters}
      aria-label={name}
      onSubmit={event => event.preventDefault()}
    >
      {searchLabel && (
        <div className={styles.text} ref={search}>
          <SearchField label={searchLabel} search={query.search} onSearch={listing.searchFor} />
        </div>
      )}
      <div className={styles.toggle}>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          Filter and sort
        </Button>
      </div>
      <div className={styles.choices} id={id} data-open={isOpen || undefined}>
        {Object.entries(listing.filters).map(([filter, { label, options, unset }]) => (
          <SelectField
            key={filter}
            name={filter}
            label={label}
            options={options}
            placeholder={unset ?? 'All'}
            value={chosen[filter] ?? ''}
            onChange={value => listing.choose(filter, value)}
          />
        ))}
        {children}
        {columns.some(({ sort }) => sort) && (
          <div className={styles.sort}>
            <SelectField
              name="sort"
              label="Sort by"
              options={sortOptions(columns)}
              value={`${query.sort} ${query.order}`}
              onChange={value => {
                const [sort = '', order] = value.split(' ')
                listing.sortBy(sort, order === 'asc' ? 'asc' : 'desc')
              }}
            />
          </div>
        )}
      </div>
    </form>
  )
}

/** The search starts when typing pauses for this long. */
const TYPING_PAUSE_MS = 300

type SearchFieldProps = { label: string; search: string; onSearch: (text: string) => void }

/**
 * A field for the search text. Calls `onSearch` when typing pauses. Escape clears it, or leaves it when it is empty.
 * `search` is the current search text.
 */
function SearchField({ label, search, onSearch }: SearchFieldProps) {
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

const sortOptions = (columns: Props['columns']) =>
  Object.fromEntries(
    columns.flatMap(({ heading, sort }) =>
      sort
        ? [
            [`${sort} asc`, `${heading} ↑`],
            [`${sort} desc`, `${heading} ↓`],
          ]
        : [],
    ),
  )
