import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Simulates scrolling without a layout: `scrollToEnd()` makes every observed element intersect. */
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
    scrollToEnd: () => act(() => observers.forEach(onChange => void onChange(inView, {} as never))),
  }
}
