import { act, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'

/** Simulates scrolling without a layout: `scrollToEnd()` waits for an observed element, and makes all of them intersect. */
export function simulateScrolling() {
  const observers = new Set<IntersectionObserverCallback>()
  class Observer {
    readonly #onChange: IntersectionObserverCallback
    constructor(onChange: IntersectionObserverCallback) {
      this.#onChange = onChange
    }
    observe() {
      observers.add(this.#onChange)
    }
    disconnect() {
      observers.delete(this.#onChange)
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const inView = [{ isIntersecting: true }] as IntersectionObserverEntry[]
  return {
    async scrollToEnd() {
      // An end is observed once the last cards are rendered.
      await waitFor(() => expect(observers.size).toBeGreaterThan(0))
      act(() => observers.forEach(onChange => void onChange(inView, {} as never)))
    },
  }
}
