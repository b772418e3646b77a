import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './truncated-text.module.css'

/** Less than a line is the tail of a letter. */
const TAIL_PX = 4

type Props = {
  text: string
  /** How many characters are shown, also where there is room for more. */
  maxLength?: number
  /** Shown on one line in a wide window, where most texts may take two. */
  isOneLine?: boolean
  /** The text with its styles. */
  children?: ReactNode
}

/**
 * A text that is cut where its lines end (`--lines`). The full text is then in a tooltip that opens on hover, focus and tap:
 * a `manual` popover, as a tap would close an `auto` one, and `hint` is not everywhere.
 */
export function TruncatedText({ text, maxLength = Number.POSITIVE_INFINITY, isOneLine, children }: Props) {
  const id = useId()
  const short = useRef<HTMLButtonElement>(null)
  const tooltip = useRef<HTMLSpanElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  const close = () => setIsOpen(false)
  useLayoutEffect(() => {
    if (!isOpen) return
    place(tooltip.current, short.current)
    tooltip.current?.showPopover()
  }, [isOpen])
  // Focusing an off-screen text by keyboard scrolls as well: the tooltip follows it.
  const onScroll = () =>
    document.activeElement === short.current ? place(tooltip.current, short.current) : close()
  useTooltipDismissal(isOpen, { close, onScroll })
  const [isCut, setIsCut] = useState(false)
  const isShortened = text.length > maxLength
  const measure = useCallback((lines: HTMLElement | null) => {
    if (!lines) return
    const observer = new ResizeObserver(() => setIsCut(lines.scrollHeight > lines.clientHeight + TAIL_PX))
    observer.observe(lines)
    return () => observer.disconnect()
  }, [])
  const shown = (
    // Another text is measured anew.
    <span key={text} ref={measure} className={styles.lines} data-one-line={isOneLine}>
      {children ?? (isShortened ? `${text.slice(0, maxLength)}…` : text)}
    </span>
  )
  if (!isCut && !isShortened) return shown
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
        {shown}
      </button>
      {isOpen && (
        <span ref={tooltip} className={styles.tooltip} id={id} role="tooltip" popover="manual">
          {text}
        </span>
      )}
    </span>
  )
}

/** Puts the tooltip below its text. Not by React, whose page from the server must have no styles. */
function place(tooltip: HTMLElement | null, text: HTMLElement | null) {
  if (!tooltip || !text) return
  const { left, bottom } = text.getBoundingClientRect()
  tooltip.style.setProperty('--left', `${left}px`)
  tooltip.style.setProperty('--top', `${bottom}px`)
}

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
