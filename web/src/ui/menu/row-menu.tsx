import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import type { IconName } from '../controls/icon.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { RowMenuEntries, type RowMenuEntry } from './row-menu-entries.tsx'

type Props = {
  entries: RowMenuEntry[]
  /** Id of the element that names the row, as the buttons of all rows have the same label. */
  describedBy: string
  /** What the button shows, for a moment, once an entry has done what nothing else shows. */
  icon?: IconName
}

/** The less used actions of a row or a card, behind a button. */
export function RowMenu({ entries, describedBy, icon = 'more' }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const id = useId()
  const close = useCallback(() => setIsOpen(false), [])
  const openOnArrowKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setIsOpen(true)
  }
  return (
    <>
      <IconButton
        icon={icon}
        label="More"
        variant="quiet"
        ref={button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        // The press closes an open menu, as one elsewhere does; the click that follows must not open it again.
        onPointerDown={() => {
          wasOpen.current = isOpen
        }}
        onClick={() => {
          setIsOpen(!wasOpen.current)
          wasOpen.current = false
        }}
        onKeyDown={openOnArrowKey}
      />
      {isOpen && (
        <RowMenuEntries
          entries={entries}
          button={button}
          labelledBy={`${id} ${describedBy}`}
          onClose={close}
        />
      )}
    </>
  )
}
