import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fitPage, useScrollOffset } from './use-scroll-offset.ts'

const MILLION = 1_000_000
const visibleFrom = (start: number) => ({ start, end: start + 1_000 })

test('a list that fits the page has no offset', () => {
  expect(fitPage({ ...visibleFrom(5 * MILLION), total: 10 * MILLION, offset: 0 })).toEqual({
    after: 4_999_000,
    move: 0,
  })
})

test('a longer list is limited to the page height, and the offset grows before its end', () => {
  const total = 40 * MILLION
  expect(fitPage({ ...visibleFrom(MILLION), total, offset: 0 })).toEqual({ after: 10_999_000, move: 0 })
  expect(fitPage({ ...visibleFrom(11_950_000), total, offset: 0 }).move).toBe(4 * MILLION)
  expect(fitPage({ ...visibleFrom(11_950_000), total, offset: 4 * MILLION })).toEqual({
    after: 4_049_000,
    move: 0,
  })
})

test('the last section ends with the last row', () => {
  expect(
    fitPage({ start: 39_999_000, end: 40 * MILLION, total: 40 * MILLION, offset: 30 * MILLION }),
  ).toEqual({
    after: 0,
    move: 0,
  })
})

test('scrolling up reduces the offset, down to zero', () => {
  const total = 40 * MILLION
  expect(fitPage({ ...visibleFrom(8_050_000), total, offset: 8 * MILLION }).move).toBe(-4 * MILLION)
  expect(fitPage({ ...visibleFrom(3_050_000), total, offset: 3 * MILLION }).move).toBe(-3 * MILLION)
  expect(fitPage({ ...visibleFrom(0), total, offset: 0 }).move).toBe(0)
})

test('a shorter list resets the offset', () => {
  expect(fitPage({ start: 0, end: 0, total: 5_000, offset: 8 * MILLION }).move).toBe(-8 * MILLION)
})

test('the visible rows stay in place when the offset changes', () => {
  const region = document.createElement('div')
  region.scrollTop = 11 * MILLION
  const { result } = renderHook(() => useScrollOffset(() => region))
  act(() => result.current[1](4 * MILLION))
  expect([result.current[0], region.scrollTop]).toEqual([4 * MILLION, 7 * MILLION])
  act(() => result.current[1](-4 * MILLION))
  expect([result.current[0], region.scrollTop]).toEqual([0, 11 * MILLION])
})
