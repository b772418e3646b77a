import { type KeyboardEvent, Suspense, useCallback, useId, useRef, useState } from 'react'
import { lazyPart } from '../../../ui/browser/lazy-page.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { RowMenuEntry } from './row-menu-entries.tsx'

/** Loaded on demand: few rows are opened. */
const RowMenuEntries = lazyPart(async () => (await import('./row-menu-entries.tsx')).RowMenuEntries)

type Props = {
  entries: RowMenuEntry[]
  /** Id of the element that names the row, as the buttons of all rows have the same label. */
  describedBy: string
}

/** The less used actions of a row, behind a button. */
export function RowMenu({ entries, describedBy }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = useCallback(() => setIsOpen(false), [])
  const openOnArrowKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setIsOpen(true)
  }
  return (
    <>
      <Button
        ref={button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={openOnArrowKey}
      >
        More
      </Button>
      {isOpen && (
        <Suspense>
          <RowMenuEntries
            entries={entries}
            button={button}
            labelledBy={`${id} ${describedBy}`}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
