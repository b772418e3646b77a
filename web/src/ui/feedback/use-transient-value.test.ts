import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useTransientValue } from './use-transient-value.ts'

test('a transient value becomes null', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => useTransientValue<string>(3_000))
  act(() => result.current[1]('Saved'))
  act(() => vi.advanceTimersByTime(2_999))
  expect(result.current[0]).toBe('Saved')
  act(() => vi.advanceTimersByTime(1))
  expect(result.current[0]).toBeNull()
})

test('setting the same value again restarts the time', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => useTransientValue<string>(3_000))
  act(() => result.current[1]('Saved'))
  act(() => vi.advanceTimersByTime(2_000))
  act(() => result.current[1]('Saved'))
  act(() => vi.advanceTimersByTime(2_000))
  expect(result.current[0]).toBe('Saved')
})
