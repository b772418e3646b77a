import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fitWithinPage, useCut } from './use-cut.ts'

const MILLION = 1_000_000
const inSight = (start: number) => ({ start, end: start + 1_000 })

test('a list that a page can hold is left as it is', () => {
  expect(fitWithinPage({ ...inSight(5 * MILLION), total: 10 * MILLION, cut: 0 })).toEqual({
    after: 4_999_000,
    move: 0,
  })
})

test('a longer one ends where the page does, and moves on before that', () => {
  const total = 40 * MILLION
  expect(fitWithinPage({ ...inSight(MILLION), total, cut: 0 })).toEqual({ after: 10_999_000, move: 0 })
  expect(fitWithinPage({ ...inSight(11_950_000), total, cut: 0 }).move).toBe(4 * MILLION)
  expect(fitWithinPage({ ...inSight(11_950_000), total, cut: 4 * MILLION })).toEqual({
    after: 4_049_000,
    move: 0,
  })
})

test('at its last stretch it ends with its last row', () => {
  expect(
    fitWithinPage({ start: 39_999_000, end: 40 * MILLION, total: 40 * MILLION, cut: 30 * MILLION }),
  ).toEqual({
    after: 0,
    move: 0,
  })
})

test('going back up moves it back, to its very beginning', () => {
  const total = 40 * MILLION
  expect(fitWithinPage({ ...inSight(8_050_000), total, cut: 8 * MILLION }).move).toBe(-4 * MILLION)
  expect(fitWithinPage({ ...inSight(3_050_000), total, cut: 3 * MILLION }).move).toBe(-3 * MILLION)
  expect(fitWithinPage({ ...inSight(0), total, cut: 0 }).move).toBe(0)
})

test('another, shorter list begins at its beginning', () => {
  expect(fitWithinPage({ start: 0, end: 0, total: 5_000, cut: 8 * MILLION }).move).toBe(-8 * MILLION)
})

test('what is in sight stays in sight', () => {
  const region = document.createElement('div')
  region.scrollTop = 11 * MILLION
  const { result } = renderHook(() => useCut(() => region))
  act(() => result.current[1](4 * MILLION))
  expect([result.current[0], region.scrollTop]).toEqual([4 * MILLION, 7 * MILLION])
  act(() => result.current[1](-4 * MILLION))
  expect([result.current[0], region.scrollTop]).toEqual([0, 11 * MILLION])
})
