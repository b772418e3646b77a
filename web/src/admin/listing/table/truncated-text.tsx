import { type CSSProperties, useEffect, useId, useMemo, useRef, useState } from 'react'
import styles from './truncated-text.module.css'

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first `maxLength` characters as people count them: Bangla conjuncts and emoji are one, and stay whole. */
function truncate(text: string, maxLength: number): string {
  let count = 0
  for (const { index } of CHARACTERS.segment(text)) if (++count > maxLength) return text.slice(0, index)
  return text
}

/**
 * A text, truncated to `maxLength` characters. The full text is in a tooltip that opens on hover, focus and tap: a `manual`
 * popover, as a tap would close an `auto` one, and `hint` is not everywhere.
 */
export function TruncatedText({ text, maxLength }: { text: string; maxLength: number }) {
  const id = useId()
  const short = useRef<HTMLButtonElement>(null)
  const [position, setPosition] = useState<CSSProperties | null>(null)
  const isOpen = position !== null
  const close = () => setPosition(null)
  const open = () => {
    if (!short.current) return
    const { left, bottom } = short.current.getBoundingClientRect()
    setPosition({ '--left': `${left}px`, '--top': `${bottom}px` } as CSSProperties)
  }
  // Focusing an off-screen text by keyboard scrolls as well: the tooltip follows it.
  const onScroll = () => (document.activeElement === short.current ? open() : close())
  useTooltipDismissal(isOpen, { close, onScroll })
  const shortened = useMemo(() => truncate(text, maxLength), [text, maxLength])
  if (shortened === text) return text
  return (
    // The tooltip is inside the hovered element, so that the pointer can move onto it (WCAG 1.4.13).
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
        {shortened}…
      </button>
      {isOpen && (
        <span ref={show} className={styles.tooltip} id={id} role="tooltip" popover="manual" style={position}>
          {text}
        </span>
      )}
    </span>
  )
}

const show = (tooltip: HTMLElement | null) => tooltip?.showPopover()

type TooltipHandlers = { close: () => void; onScroll: () => void }

/** Closes the tooltip on Escape, and on scrolling, which moves the text away from it. */
function useTooltipDismissal(isOpen: boolean, { close, onScroll }: TooltipHandlers) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers are equivalent in every render
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
