import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Rules = { createScriptURL(url: string): string }

beforeEach(() => vi.resetModules())
afterEach(() => {
  document.head.innerHTML = ''
})

const load = () => import('./trusted-address.ts')

function startTrustedTypes() {
  const createPolicy = vi.fn((_name: string, rules: Rules) => rules)
  vi.stubGlobal('trustedTypes', { createPolicy })
  return createPolicy
}

test('the policy vouches for the address of the service worker and no other, and is made once', async () => {
  const createPolicy = startTrustedTypes()
  const { workerAddress } = await load()
  expect([workerAddress(), workerAddress()]).toEqual(['/service-worker.js', '/service-worker.js'])
  expect(createPolicy).toHaveBeenCalledTimes(1)
  expect(createPolicy.mock.calls[0]?.[0]).toBe('service-worker')
  const rules = createPolicy.mock.calls[0]?.[1]
  for (const url of ['/other.js', 'https://evil.example/service-worker.js', '/service-worker.js?x', ''])
    expect(() => rules?.createScriptURL(url)).toThrow(TypeError)
})

test('a browser without trusted types takes the address as it is', async () => {
  const { workerAddress, mayRegister } = await load()
  expect([mayRegister(), workerAddress()]).toEqual([true, '/service-worker.js'])
})

test('only a document that says so may register', async () => {
  startTrustedTypes()
  const { mayRegister } = await load()
  expect(mayRegister()).toBe(false)
  document.head.innerHTML = '<meta name="may-register-worker" />'
  expect(mayRegister()).toBe(true)
})
