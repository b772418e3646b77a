import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { withStorage } from '../../ui/browser/capabilities.ts'
import { createListeners } from '../../ui/browser/listeners.ts'

/** localStorage key of the setting; shortcuts are on without an entry. */
const STORAGE_KEY = 'keyboard-shortcuts'
const OFF = 'off'

/** Maximum time between the two keys of a sequence. */
const SEQUENCE_MS = 1_500

/** Handlers by key or, for a sequence of two keys, by both separated by a blank: `{ '/': …, 'g o': … }`. */
type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

/**
 * Keyboard shortcuts without a modifier key, active while the component is mounted. They are ignored while somebody
 * types, or a dialog or menu is open, and can be turned off as WCAG 2.1.4 requires: speech input may trigger them by accident.
 * A key that is held down acts once, unless `repeats`.
 */
export function useShortcuts(keys: Shortcuts, { repeats = false } = {}) {
  const press = useEffectEvent((event: KeyboardEvent, first: string | null) => {
    const handler = (first === null ? undefined : keys[`${first} ${event.key}`]) ?? keys[event.key]
    if (!handler) return false
    event.preventDefault()
    handler(event)
    return true
  })
  useEffect(() => {
    let first: { key: string; until: number } | null = null
    let held: string | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat && !repeats) {
        // What the shortcut focused must not receive its key.
        if (event.key === held) event.preventDefault()
        return
      }
      held = null
      if (event.defaultPrevented || isTypingOrModified(event) || !areShortcutsOn()) return
      if (press(event, first && event.timeStamp <= first.until ? first.key : null)) held = event.key
      first = { key: event.key, until: event.timeStamp + SEQUENCE_MS }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [repeats])
}

function isTypingOrModified({ altKey, ctrlKey, metaKey, isComposing, target }: KeyboardEvent) {
  if (altKey || ctrlKey || metaKey || isComposing) return true
  const place = target instanceof Element ? target : null
  return Boolean(
    // The focus of an open dialog is lost when what had it goes.
    document.querySelector('dialog') ||
      place?.closest('input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"]'),
  )
}

const areShortcutsOn = () => withStorage('localStorage', storage => storage.getItem(STORAGE_KEY)) !== OFF

const { subscribe, notify } = createListeners()

/** Whether shortcuts are on in this browser, and a function that changes it. */
export function useShortcutsSetting(): [isOn: boolean, choose: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, areShortcutsOn, () => true)
  const choose = (on: boolean) => {
    withStorage('localStorage', storage => {
      if (on) storage.removeItem(STORAGE_KEY)
      else storage.setItem(STORAGE_KEY, OFF)
    })
    notify()
  }
  return [isOn, choose]
}
