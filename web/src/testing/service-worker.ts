import { onTestFinished, vi } from 'vitest'

type State = 'installing' | 'activated' | 'redundant'

type Setting = {
  /** Stands behind the page. */
  isBehind?: boolean
  /** What becomes of a worker that is registered. */
  comesTo?: State
}

/** Stands in for the browser's service workers, which the test environment lacks. */
export function startServiceWorkers({ isBehind = false, comesTo = 'activated' }: Setting = {}) {
  const unregister = vi.fn(async () => {
    registration = undefined
    return true
  })
  const aRegistration = () => ({
    unregister,
    active: { state: comesTo, addEventListener: () => {} },
  })
  let registration = isBehind ? aRegistration() : undefined
  const container = {
    controller: isBehind ? {} : null,
    getRegistration: async () => registration,
    register: vi.fn(async (_address: unknown) => {
      registration = aRegistration()
      return registration
    }),
  }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  return { register: container.register, unregister, isRegistered: () => registration !== undefined }
}
