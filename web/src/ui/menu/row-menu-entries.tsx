import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { Link } from '../controls/link.tsx'
import styles from './row-menu-entries.module.css'

/** An action on the record of a row, or a link to what belongs to it. */
export type RowMenuEntry = { label: string } & (
  | {
      onSelect: () => void
      /** Why it can't be chosen now. */
      disabledBecause?: string | undefined
    }
  | { to: string }
)

type Props = {
  entries: RowMenuEntry[]
  /** The button that has opened the menu, which takes the focus when it closes. */
  button: RefObject<HTMLButtonElement | null>
  labelledBy: string
  onClose: () => void
}

/** The open menu of a row (role menu). It closes on Escape, Tab and scrolling; the browser closes it on a press elsewhere. */
export function RowMenuEntries({ entries, button, labelledBy, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const itemsOf = () =>
    Array.from(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [])
  const focusItem = (at: number) => {
    const items = itemsOf()
    // In a low window the menu scrolls.
    items.at(at % items.length)?.focus()
  }
  const closeAndFocus = () => {
    button.current?.focus({ preventScroll: true })
    onClose()
  }

  useEffect(() => {
    menu.current?.showPopover()
    placeBeside(button.current, menu.current)
    menu.current?.querySelector<HTMLElement>('a, button:not(:disabled)')?.focus({ preventScroll: true })
  }, [button])
  // Scrolling moves the button away from the menu. The event of an earlier scrolling comes late and has moved nothing since.
  useEffect(() => {
    const topOf = () => button.current?.getBoundingClientRect().top
    const openedAt = topOf()
    const closeIfMoved = () => topOf() !== openedAt && onClose()
    document.addEventListener('scroll', closeIfMoved, { capture: true, passive: true })
    window.addEventListener('resize', onClose)
    return () => {
      document.removeEventListener('scroll', closeIfMoved, { capture: true })
      window.removeEventListener('resize', onClose)
    }
  }, [button, onClose])

  function moveOrClose(event: KeyboardEvent) {
    const items = itemsOf()
    const at = items.findIndex(item => item.contains(document.activeElement))
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    }
    const target = targets[event.key] ?? indexByLetter(items, event.key, at)
    if (event.key === 'Escape') closeAndFocus()
    // The focus moves on from the button, not from the entry, which is gone then.
    else if (event.key === 'Tab') return closeAndFocus()
    else if (target !== undefined) focusItem(target)
    else return
    event.preventDefault()
    // Escape and the arrow keys of the table are not meant.
    event.stopPropagation()
  }

  return (
    <div
      ref={menu}
      className={styles.menu}
      popover="auto"
      role="menu"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      onKeyDown={moveOrClose}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {entries.map(entry =>
        'to' in entry ? (
          <Link key={entry.label} className={styles.entry} role="menuitem" tabIndex={-1} to={entry.to}>
            {entry.label}
          </Link>
        ) : (
          <button
            key={entry.label}
            type="button"
            className={styles.entry}
            role="menuitem"
            tabIndex={-1}
            disabled={entry.disabledBecause !== undefined}
            onClick={() => {
              // First, so that a dialog returns the focus to the button.
              closeAndFocus()
              entry.onSelect()
            }}
          >
            {entry.label}
            {entry.disabledBecause && <small className={styles.reason}>{entry.disabledBecause}</small>}
          </button>
        ),
      )}
    </div>
  )
}

/** The next entry that begins with a letter. */
function indexByLetter(items: HTMLElement[], key: string, from: number) {
  if (key.length !== 1) return undefined
  const order = items.map((_, at) => (from + 1 + at) % items.length)
  return order.find(at => items[at]?.textContent?.toLowerCase().startsWith(key.toLowerCase()))
}

/** Below the button, or above it where the window ends. */
function placeBeside(button: HTMLElement | null, menu: HTMLElement | null) {
  if (!button || !menu) return
  const { bottom, top, right } = button.getBoundingClientRect()
  const { height } = menu.getBoundingClientRect()
  const y = bottom + height <= window.innerHeight ? bottom : Math.max(0, top - height)
  menu.style.setProperty('--top', `${y}px`)
  menu.style.setProperty('--right', `${right}px`)
}
