import { onTestFinished, vi } from 'vitest'

type State = 'installing' | 'activated' | 'redundant'

type Setting = {
  /** Whether a service worker controls the page. */
  isControlling?: boolean
  /** The state that a registered worker reaches. */
  reaches?: State
}

/** Replaces the browser's service workers, which the test environment lacks. */
export function startServiceWorkers({ isControlling = false, reaches = 'activated' }: Setting = {}) {
  const unregister = vi.fn(async () => {
    registration = undefined
    return true
  })
  const aRegistration = () => ({
    unregister,
    active: { state: reaches, addEventListener: () => {} },
  })
  let registration = isControlling ? aRegistration() : undefined
  const container = {
    controller: isControlling ? {} : null,
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
