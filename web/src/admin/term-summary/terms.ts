import type { Term } from '@blood-bank/contract/site/term-summary'

type NamedTerm = Term & { label: string }

/** The terms that an admin is offered, this one first: half-years and years, as universities divide them differently. */
export function offeredTerms(today: string): [NamedTerm, ...NamedTerm[]] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const isFirstHalf = month <= 6
  return [
    isFirstHalf ? firstHalfOf(year) : secondHalfOf(year),
    isFirstHalf ? secondHalfOf(year - 1) : firstHalfOf(year),
    wholeYear(year),
    wholeYear(year - 1),
  ]
}

const firstHalfOf = (year: number): NamedTerm => ({
  label: `January to June ${year}`,
  from: `${year}-01-01`,
  to: `${year}-06-30`,
})

const secondHalfOf = (year: number): NamedTerm => ({
  label: `July to December ${year}`,
  from: `${year}-07-01`,
  to: `${year}-12-31`,
})

const wholeYear = (year: number): NamedTerm => ({
  label: `${year}`,
  from: `${year}-01-01`,
  to: `${year}-12-31`,
})
