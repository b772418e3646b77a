import { onTestFinished, vi } from 'vitest'
import { type PushSetting, startPush } from './push.ts'

type State = 'installing' | 'activated' | 'redundant'

type Setting = {
  /** Whether a service worker controls the page. */
  isControlling?: boolean
  /** The state that a registered worker reaches. */
  reaches?: State
  /** A browser that can show notifications. */
  push?: PushSetting
}

/** Replaces the browser's service workers, which the test environment lacks. */
export function startServiceWorkers({ isControlling = false, reaches = 'activated', push }: Setting = {}) {
  const unregister = vi.fn(async () => {
    registration = undefined
    return true
  })
  const browserPush = push && startPush(push)
  const aRegistration = () => ({
    unregister,
    active: { state: reaches, addEventListener: () => {} },
    pushManager: browserPush?.pushManager,
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
  return {
    register: container.register,
    unregister,
    isRegistered: () => registration !== undefined,
    push: browserPush,
  }
}
