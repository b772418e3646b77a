import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useIsHydrated } from '../browser/after-hydration.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import styles from './dialog.module.css'

type Props = {
  isOpen?: boolean
  title: string
  /** A cross beside the title, for a dialog that has no other button to leave it. */
  hasCloseButton?: boolean
  /** For actions with consequences (role alertdialog): a click outside doesn't close it. */
  isAlert?: boolean
  /** Id of the element that describes it. */
  describedBy?: string
  /** On Escape, or a click outside unless it is an alert. The page behind is hidden while it is open: show errors inside. */
  onClose: () => void
  /** Where the focus goes afterwards, if not back to where it was. */
  focusAfter?: (() => HTMLElement | null | undefined) | undefined
  children: ReactNode
}

/**
 * A modal dialog, the browser's own. The focus returns to where it was. Where browsers differ:
 * - Safari opens a dialog with the focus on itself where Tab does not reach buttons: we focus its first control. It does not
 *   focus a button that is clicked, so there the focus returns to the page.
 * - Chromium closes a dialog on a second Escape, whatever we answer: it opens again while its call is under way.
 * - `closedby` for clicks outside is not everywhere. Firefox and Safari scroll the page behind the backdrop: it is locked.
 */
export function Dialog({
  isOpen = true,
  title,
  hasCloseButton = false,
  isAlert = false,
  describedBy,
  onClose,
  focusAfter,
  children,
}: Props) {
  const titleId = useId()
  // The address may open one, but it can only stand above a page of the browser.
  const isHydrated = useIsHydrated()
  const isPressedOutside = useRef(false)
  const moveFocus = useEffectEvent(() => focusAfter?.()?.focus())
  useEffect(() => (isOpen ? () => moveFocus() : undefined), [isOpen])
  if (!isOpen || !isHydrated) return null

  // React passes on the events of dialogs and file fields inside.
  const isOwn = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={openWhileMounted}
      className={styles.dialog}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={event => {
        if (!isOwn(event)) return
        event.preventDefault()
        onClose()
      }}
      onClose={event => {
        if (!isOwn(event)) return
        event.currentTarget.showModal()
        onClose()
      }}
      // A press that begins inside, such as a selection of text, is not outside.
      onPointerDown={event => {
        isPressedOutside.current = isOwn(event)
      }}
      onClick={event => {
        if (!isAlert && isPressedOutside.current && isOwn(event)) onClose()
      }}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {hasCloseButton && <IconButton icon="close" label="Close" variant="quiet" onClick={onClose} />}
        </div>
        {children}
      </div>
    </dialog>,
    // Not in place: forms cannot be nested, and what styles a table or a card is not meant.
    document.body,
  )
}

/**
 * Opens a dialog when it is mounted, with the focus on what has `autoFocus` or else its first control, and closes it when
 * it is unmounted, which gives the focus back to where it was. For the `ref` of a `<dialog>`.
 */
function openWhileMounted(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  const root = document.documentElement
  // Without the scroll bar, which goes while the page cannot scroll, the page would move.
  root.style.setProperty('--scrollbar-gutter', window.innerWidth > root.clientWidth ? 'stable' : 'auto')
  dialog.showModal()
  const first = ['[data-autofocus]', 'a, button, input:not([hidden]), select, textarea']
  first
    .map(selector => dialog.querySelector<HTMLElement>(selector))
    .find(Boolean)
    ?.focus()
  return () => dialog.close()
}
