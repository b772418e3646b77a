import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { nextFigure, roundFigure } from './figures.ts'
import { Term } from './term-summary.ts'

test.each([
  [0, null],
  [9, null],
  [10, 10],
  [99, 90],
  [100, 100],
  [249, 200],
  [999, 950],
  [1_234, 1_200],
])('%i is shown as %s', (count, shown) => {
  expect(roundFigure(count)).toBe(shown)
})

test.each([
  [null, 9, null],
  [null, 12, null],
  [null, 13, 10],
  [10, 7, 10],
  [10, 6, null],
  [10, 22, 10],
  [10, 23, 20],
  [90, 102, 90],
  [90, 103, 100],
  [100, 152, 100],
  [40, 0, null],
])('a figure of %s becomes, with a count of %i, %s', (shown, count, figure) => {
  expect(nextFigure(shown, count)).toBe(figure)
})

test.each([
  [{ from: '2026-07-01', to: '2026-06-30' }, 'The term ends before it begins.'],
  [{ from: '2026-02-30', to: '2026-06-30' }, 'This is not a real date.'],
])('the term %j is refused', (term, message) => {
  expect(checkForm(Term, term).fault?.message).toBe(message)
})
