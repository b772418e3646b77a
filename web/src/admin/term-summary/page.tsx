import type { Term } from '@blood-bank/contract/site/term-summary'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { site } from '../../api/site.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chips } from '../../ui/controls/chips.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { calendarDateOf } from '../../ui/records/dates.ts'
import { DayField, isDay } from '../audit-log/day-field.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import styles from './page.module.css'
import { Summary } from './summary.tsx'

export const TermSummaryPage = () => (
  <AdminPage title="Summary of a term">
    <ChosenTerm />
  </AdminPage>
)

/** The term is in the address: one of those offered, or any two days. */
function ChosenTerm() {
  const [today] = useState(() => calendarDateOf(currentTime(), site.timeZone))
  const terms = offeredTerms(today)
  const [search, setSearch] = useSearchParams()
  const dayOf = (name: keyof Term) => {
    const day = search.get(name) ?? ''
    return isDay(day) ? day : terms[0][name]
  }
  const term = { from: dayOf('from'), to: dayOf('to') }
  const choose = (change: Partial<Term>) =>
    setSearch({ ...term, ...change }, { replace: true, preventScrollReset: true })
  return (
    <div className={styles.page}>
      <div className={styles.choice}>
        <Chips
          label="Term"
          chips={terms.map(({ label, from, to }) => ({
            label,
            to: `?${new URLSearchParams({ from, to })}`,
            isCurrent: from === term.from && to === term.to,
          }))}
        />
        <div className={styles.days}>
          <DayField name="from" label="From" day={term.from} onChange={from => from && choose({ from })} />
          <DayField name="to" label="To" day={term.to} onChange={to => to && choose({ to })} />
        </div>
        <Stack row>
          <Button variant="primary" onClick={() => window.print()}>
            Print or save
          </Button>
        </Stack>
      </div>
      <Summary term={term} today={today} />
    </div>
  )
}

type NamedTerm = Term & { label: string }

/** The terms that an admin is offered, this one first: half-years and years, as universities divide them differently. */
function offeredTerms(today: string): [NamedTerm, ...NamedTerm[]] {
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
