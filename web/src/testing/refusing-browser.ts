/**
 * How a browser refuses what a person has blocked: whatever it can refuse, as soon as it is named (`throwing`), or as Chromium
 * does (`rejecting`), which opens channels, and has caches, locks and service workers whose methods reject.
 */
export type Refusing = 'throwing' | 'rejecting'

/** A page that asks without end must fail its test, not freeze it: further questions are not answered. */
const MAX_ANSWERS = 500

/**
 * Replaces what a browser refuses whose person blocks cookies: cookies, storage, locks, channels, caches, service workers.
 * @returns what the page has asked for so far, oldest first, and a function that ends it
 */
export function startRefusingBrowser(how: Refusing) {
  const asked: string[] = []
  const ends: (() => void)[] = []
  const refusal = () => new DOMException('The user denied permission.', 'SecurityError')

  function replace(owner: object, name: string, get: () => unknown) {
    const own = Object.getOwnPropertyDescriptor(owner, name)
    Object.defineProperty(owner, name, { configurable: true, get, set: get })
    ends.push(() => {
      Reflect.deleteProperty(owner, name)
      if (own) Object.defineProperty(owner, name, own)
    })
  }

  const refuse = (owner: object, name: string, object?: object) =>
    replace(owner, name, () => {
      if (object && how === 'rejecting') return object
      asked.push(name)
      throw refusal()
    })

  /** An object whose methods reject. */
  const rejecting = (name: string, facts: object = {}) =>
    new Proxy(facts, {
      get: (_, key) =>
        key in facts
          ? Reflect.get(facts, key)
          : () => {
              asked.push(`${name}.${String(key)}`)
              return asked.length > MAX_ANSWERS ? new Promise(() => {}) : Promise.reject(refusal())
            },
    })

  refuse(globalThis, 'localStorage')
  refuse(globalThis, 'sessionStorage')
  refuse(globalThis, 'indexedDB')
  refuse(globalThis, 'caches', rejecting('caches'))
  refuse(navigator, 'locks', rejecting('locks'))
  refuse(navigator, 'serviceWorker', rejecting('serviceWorker', { controller: null }))
  if (how === 'throwing') refuse(document, 'cookie')
  else replace(document, 'cookie', () => '')
  if (how === 'throwing') refuse(globalThis, 'BroadcastChannel')
  return {
    asked,
    end() {
      for (const end of ends.splice(0)) end()
    },
  }
}
