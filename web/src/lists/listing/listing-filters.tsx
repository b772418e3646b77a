import { useId, useRef, useState } from 'react'
import { SearchField } from '../../forms/search-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useKeys } from '../../ui/controls/use-keys.ts'
import type { Column } from '../table/table-parts.ts'
import type { Listing } from '../use-listing.ts'
import styles from './listing-filters.module.css'

type Props = {
  /** Names the search: "Find Donors". */
  name: string
  listing: Listing
  columns: readonly Column<never>[]
}

/**
 * Looks for records by text and by filters. On a phone the filters are behind a button, and with them the order,
 * as there are no column headings.
 */
export function ListingFilters({ name, listing, columns }: Props) {
  const { query, chosen } = listing
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const search = useRef<HTMLDivElement>(null)
  useKeys({ '/': () => search.current?.querySelector('input')?.focus() })
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers that are still around do not know <search>
    <form
      role="search"
      className={styles.filters}
      aria-label={name}
      onSubmit={event => event.preventDefault()}
    >
      <div className={styles.text} ref={search}>
        <SearchField search={query.search} onSearch={listing.searchFor} />
      </div>
      <div className={styles.toggle}>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          Filter and sort
        </Button>
      </div>
      <div className={styles.choices} id={id} data-open={isOpen || undefined}>
        {Object.entries(listing.filters).map(([filter, { label, options }]) => (
          <SelectField
            key={filter}
            name={filter}
            label={label}
            options={options}
            placeholder="All"
            value={chosen[filter] ?? ''}
            onChange={value => listing.choose(filter, value)}
          />
        ))}
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
