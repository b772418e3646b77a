import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePassing } from './use-passing.ts'

test('what is shown for a while is gone afterwards', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => usePassing<string>(3_000))
  act(() => result.current[1]('Saved'))
  act(() => vi.advanceTimersByTime(2_999))
  expect(result.current[0]).toBe('Saved')
  act(() => vi.advanceTimersByTime(1))
  expect(result.current[0]).toBeNull()
})

test('showing the same again starts the time anew', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => usePassing<string>(3_000))
  act(() => result.current[1]('Saved'))
  act(() => vi.advanceTimersByTime(2_000))
  act(() => result.current[1]('Saved'))
  act(() => vi.advanceTimersByTime(2_000))
  expect(result.current[0]).toBe('Saved')
})
