import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** What the browser keeps of the choice; missing: they work. */
const CHOICE = 'keyboard-shortcuts'
const OFF = 'off'

/** Longer after its first letter, a pair of letters is none. */
const PAIR_MS = 1_500

/** By key or, for two keys in turn, by both with a blank between: `{ '/': …, 'g o': … }`. */
type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/**
 * Shortcuts of one key without a modifier, for as long as they are rendered. They rest while somebody types or a
 * dialog is open, and when they are turned off, as WCAG 2.1.4 asks: a person who speaks to the machine types much.
 */
export function useKeys(keys: Keys) {
  const press = useEffectEvent((event: KeyboardEvent, first: string | null) => {
    const act = (first === null ? undefined : keys[`${first} ${event.key}`]) ?? keys[event.key]
    if (!act) return
    event.preventDefault()
    act(event)
  })
  useEffect(() => {
    let first: { key: string; until: number } | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isForSomethingElse(event) || !areKeysOn()) return
      press(event, first && event.timeStamp <= first.until ? first.key : null)
      first = { key: event.key, until: event.timeStamp + PAIR_MS }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isForSomethingElse({ altKey, ctrlKey, metaKey, isComposing, target }: KeyboardEvent) {
  if (altKey || ctrlKey || metaKey || isComposing) return true
  const place = target instanceof Element ? target : null
  return Boolean(
    place?.closest(
      'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="dialog"], [role="alertdialog"]',
    ),
  )
}

const areKeysOn = () => {
  try {
    return localStorage.getItem(CHOICE) !== OFF
  } catch {
    // Where nothing may be kept nothing was turned off.
    return true
  }
}

const listeners = new Set<() => void>()

/** Whether shortcuts work in this browser, and the way to change it. */
export function useKeysChoice(): [isOn: boolean, choose: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areKeysOn)
  const choose = (on: boolean) => {
    try {
      if (on) localStorage.removeItem(CHOICE)
      else localStorage.setItem(CHOICE, OFF)
    } catch {}
    for (const listener of listeners) listener()
  }
  return [isOn, choose]
}
