import { type ReactNode, useId, useRef, useState } from 'react'
import { SelectField } from '../../forms/select-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useShortcuts } from '../frame/use-shortcuts.ts'
import styles from './listing-filters.module.css'
import { SearchField } from './search-field.tsx'
import type { Column } from './table/columns.ts'
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
