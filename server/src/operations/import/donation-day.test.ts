import { expect, test } from 'vitest'
import { type DateOrder, readDonationDay } from './donation-day.ts'

const read = (written: string, order: DateOrder | null = null) =>
  readDonationDay(written, { order, today: '2026-11-22' })

test.each([
  ['2025-03-04', '2025-03-04'],
  ['2025/3/4', '2025-03-04'],
  ['2025-03-04 00:00:00', '2025-03-04'],
  ['13/04/2025', '2025-04-13'],
  ['04/13/2025', '2025-04-13'],
  ['4.4.2025', '2025-04-04'],
  ['3 March 2025', '2025-03-03'],
  ['3rd Mar, 2025', '2025-03-03'],
  ['03-Mar-2025', '2025-03-03'],
  ['March 3, 2025', '2025-03-03'],
  ['Sept 9 2025', '2025-09-09'],
  ['১৩/০৪/২০২৫', '2025-04-13'],
])('%s can only be %s', (written, day) => {
  expect(read(written)).toEqual({ day })
})

test.each(['', ' – ', 'N/A', 'Never'])('“%s” says that there was none', written => {
  expect(read(written)).toEqual({ day: null })
})

test('a date that could be two days is read only if the order is given', () => {
  expect(read('03/04/2025').fault).toBe(
    '“03/04/2025” could be 2025-04-03 or 2025-03-04. Say which with --dates day-first or --dates month-first.',
  )
  expect(read('03/04/2025', 'day-first')).toEqual({ day: '2025-04-03' })
  expect(read('03/04/2025', 'month-first')).toEqual({ day: '2025-03-04' })
  expect(read('3-Mar-25').fault).toContain('could be 2025-03-03 or 2003-03-25')
  expect(read('3-Mar-25', 'day-first')).toEqual({ day: '2025-03-03' })
  expect(read('03/04/25').fault).toContain('could be 2025-04-03 or 2025-03-04 or 2003-04-25')
})

test('a date that contradicts the given order is refused', () => {
  expect(read('04/13/2025', 'day-first').fault).toBe(
    '“04/13/2025” is not a date. It was read as day-first, as --dates says.',
  )
})

test.each([
  ['31/02/2025', 'is not a date. Write it as 2025-03-31.'],
  ['March 2025', 'is not a date. Write it as 2025-03-31.'],
  ['last year', 'is not a date. Write it as 2025-03-31.'],
  ['45720', 'Format the column as dates in the spreadsheet and save the file again.'],
  ['2026-11-23', '2026-11-23 is in the future.'],
  ['1900-12-31', '1900-12-31 is not after 1900.'],
])('%s is refused: %s', (written, fault) => {
  expect(read(written).fault).toContain(fault)
})
