import type { AccountExport } from '../own-account/account-export.ts'
import type { SiteRetention } from './retention.ts'

/** What holds for the rows of one table that are about a person. Tests compare it with the database. */
export type TableClaim = {
  /** The field of one's own data that has the rows; null when they are left out. */
  export: keyof AccountExport | null
  /** What happens to the rows when the person erases the account: they go, or they stay without the person. */
  erasure: 'deleted' | 'anonymized'
}

/** One kind of personal data, in the words of the privacy page. */
export type PersonalData = {
  name: string
  tables: Readonly<Record<string, TableClaim>>
  contents: string | ((site: SiteRetention) => string)
  purpose: string
  /** Who sees it, and when. */
  readers: string
  storedFor: (site: SiteRetention) => string
  /** What of it is not in one's own data, if one of the tables is not. */
  leftOut?: string
  /** What remains after an erasure, if something does. */
  remains?: string
}

/** @param field the field of one's own data that has the rows; null when they are left out */
export const claim = (
  field: TableClaim['export'],
  erasure: TableClaim['erasure'] = 'deleted',
): TableClaim => ({
  export: field,
  erasure,
})

export const UNTIL_ERASED = 'Until you erase your account.'
