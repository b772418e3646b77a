import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Rules = { createScriptURL(url: string): string }

beforeEach(() => vi.resetModules())
afterEach(() => {
  document.head.innerHTML = ''
})

const load = () => import('./trusted-worker-url.ts')

function startTrustedTypes() {
  const createPolicy = vi.fn((_name: string, rules: Rules) => rules)
  vi.stubGlobal('trustedTypes', { createPolicy })
  return createPolicy
}

test('the policy accepts only the URL of the service worker, and is created once', async () => {
  const createPolicy = startTrustedTypes()
  const { workerUrl } = await load()
  expect([workerUrl(), workerUrl()]).toEqual(['/service-worker.js', '/service-worker.js'])
  expect(createPolicy).toHaveBeenCalledTimes(1)
  expect(createPolicy.mock.calls[0]?.[0]).toBe('service-worker')
  const rules = createPolicy.mock.calls[0]?.[1]
  for (const url of ['/other.js', 'https://evil.example/service-worker.js', '/service-worker.js?x', ''])
    expect(() => rules?.createScriptURL(url)).toThrow(TypeError)
})

test('a browser without Trusted Types uses the plain URL', async () => {
  const { workerUrl, mayRegisterWorker } = await load()
  expect([mayRegisterWorker(), workerUrl()]).toEqual([true, '/service-worker.js'])
})

test('only a document with the permission may register', async () => {
  startTrustedTypes()
  const { mayRegisterWorker } = await load()
  expect(mayRegisterWorker()).toBe(false)
  document.head.innerHTML = '<meta name="may-register-worker" />'
  expect(mayRegisterWorker()).toBe(true)
})
