import { type CSSProperties, type SyntheticEvent, useEffect, useId, useState } from 'react'
import styles from './shortened.module.css'

/**
 * A text; of one that is too long to show the first characters, and the whole of it in a tooltip: under the mouse, on
 * focus, and, for a finger, on a press. Of our own, as the library's would be a fifth of the page's script.
 */
export function Shortened({ text, to }: { text: string; to: number }) {
  const id = useId()
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const isOpen = place !== null
  const close = () => setPlace(null)
  const open = ({ currentTarget }: SyntheticEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect()
    setPlace({ '--left': `${left}px`, '--top': `${bottom}px` } as CSSProperties)
  }
  useEndOfPlace(isOpen, close)
  if (text.length <= to) return text
  return (
    // The tooltip is within: the mouse may wander onto it (WCAG 1.4.13).
    <span className={styles.frame} onPointerEnter={open} onPointerLeave={close}>
      <button
        type="button"
        className={styles.short}
        aria-describedby={isOpen ? id : undefined}
        onFocus={open}
        onBlur={close}
        onClick={open}
      >
        {text.slice(0, to)}…
      </button>
      {isOpen && (
        <span className={styles.tooltip} id={id} role="tooltip" style={place}>
          {text}
        </span>
      )}
    </span>
  )
}

/** Escape closes it, and so does scrolling around it, which would take the short text away from under it. */
function useEndOfPlace(isOpen: boolean, close: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: to close is to close
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('keydown', closeOnEscape)
    const closeOnScroll = ({ target }: Event) =>
      (target instanceof Element && target.role === 'tooltip') || close()
    document.addEventListener('scroll', closeOnScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('scroll', closeOnScroll, { capture: true })
    }
  }, [isOpen])
}
