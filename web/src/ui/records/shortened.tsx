import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import styles from './shortened.module.css'

/**
 * A text; of one that is too long to show the first characters, and the whole of it in a tooltip: under the mouse, on
 * focus, and, for a finger, on a press. Of our own, as the library's would be a fifth of the page's script.
 */
export function Shortened({ text, to }: { text: string; to: number }) {
  const id = useId()
  const short = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const isOpen = place !== null
  const close = () => setPlace(null)
  const open = () => {
    if (!short.current) return
    const { left, bottom } = short.current.getBoundingClientRect()
    setPlace({ '--left': `${left}px`, '--top': `${bottom}px` } as CSSProperties)
  }
  // Coming by keyboard to what is out of sight scrolls by itself.
  const onScroll = () => (document.activeElement === short.current ? open() : close())
  useEndOfPlace(isOpen, { close, onScroll })
  if (text.length <= to) return text
  return (
    // The tooltip is within: the mouse may wander onto it (WCAG 1.4.13).
    <span className={styles.frame} onPointerEnter={open} onPointerLeave={close}>
      <button
        ref={short}
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

type EndOfPlace = { close: () => void; onScroll: () => void }

/** Escape closes it. Scrolling around it takes the short text away from under it. */
function useEndOfPlace(isOpen: boolean, { close, onScroll }: EndOfPlace) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are the same at every rendering
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('keydown', closeOnEscape)
    const moveOnScroll = ({ target }: Event) =>
      (target instanceof Element && target.role === 'tooltip') || onScroll()
    document.addEventListener('scroll', moveOnScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('scroll', moveOnScroll, { capture: true })
    }
  }, [isOpen])
}
