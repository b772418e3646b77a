import styles from './listing-filters.module.css'
import { SearchField } from './search-field.tsx'
import { SelectField } from './select-field.tsx'
import type { Column } from './table-parts.ts'
import type { Listing } from './use-listing.ts'

type Props = {
  /** Names the search: "Find Donors". */
  name: string
  listing: Listing
  columns: readonly Column<never>[]
}

/** Looks for records by text and by filters; on a phone, where there are no column headings, sorts them, too. */
export function ListingFilters({ name, listing, columns }: Props) {
  const { query, chosen } = listing
  return (
    <search className={styles.filters} aria-label={name}>
      <div className={styles.text}>
        <SearchField search={query.search} onSearch={listing.searchFor} />
      </div>
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
    </search>
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
