import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useIsOnline } from '../api/connection-check.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { historyNumber, setHistoryGuard } from './history-guard.ts'

type Props = {
  /** Whether leaving now would lose input. */
  isUnsaved: boolean
  /** Called before the person leaves, to discard the draft. */
  onLeave?: () => void
  /** Whether the form keeps what was typed without a connection, and sends what was submitted. */
  keepsOffline?: boolean
}

/**
 * Asks before a link, the Back button, a reload or closing the tab discards unsaved input. Without a connection a form may
 * keep it for the other pages of the tab.
 */
export function LeaveGuard({ isUnsaved, onLeave, keepsOffline = false }: Props) {
  const isOnline = useIsOnline()
  const { isAsking, stay, leave } = useLeaveBlocker(isUnsaved, { isKeptInTab: keepsOffline && !isOnline })
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title="Leave without saving?"
      confirm="Leave"
      keep="Stay"
      onConfirm={() => {
        onLeave?.()
        leave()
      }}
      onClose={stay}
    >
      <p>If you leave now, what you typed here will be lost.</p>
    </ConfirmDialog>
  )
}

const pathOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

/**
 * Blocks leaving the page while it has unsaved input, until the person confirms. The router's own blocker needs its data
 * router, which adds 14 kB to every page, so this listens before the router does:
 * to clicks on links and to history navigation, which it reverts until the answer. For unloading the document the
 * browser asks. Logging out is deliberate and is not blocked.
 * @param isKeptInTab whether only unloading the document would lose the input
 */
function useLeaveBlocker(isUnsaved: boolean, { isKeptInTab }: { isKeptInTab: boolean }) {
  const here = pathOf(useLocation())
  const [proceed, setProceed] = useState<(() => void) | null>(null)
  const isLeaving = useRef(false)
  // Nothing would be lost any more: it was sent during the question, or the connection was lost.
  if (proceed && (!isUnsaved || isKeptInTab)) setProceed(null)

  useEffect(() => {
    if (!isUnsaved) return
    const unload = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', unload)
    return () => window.removeEventListener('beforeunload', unload)
  }, [isUnsaved])

  useEffect(() => {
    if (!isUnsaved || isKeptInTab) return
    const number = historyNumber()

    function followLink(event: MouseEvent) {
      const link = isLeaving.current ? null : findLeavingLink(event, here)
      if (!link) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setProceed(() => () => link.click())
    }

    function confirmHistoryChange(event: PopStateEvent) {
      if (isLeaving.current || pathOf(window.location) === here) return
      const steps = historyNumber() - number
      // Without the distance the step can't be taken back: let the person go rather than mislead them.
      if (!steps) return
      event.stopImmediatePropagation()
      window.history.go(-steps)
      setProceed(() => () => window.history.go(steps))
    }

    // The capture phase comes before the links' own handlers.
    document.addEventListener('click', followLink, true)
    setHistoryGuard(confirmHistoryChange)
    return () => {
      document.removeEventListener('click', followLink, true)
      setHistoryGuard(null)
    }
  }, [isUnsaved, isKeptInTab, here])

  return {
    isAsking: proceed !== null,
    stay: () => setProceed(null),
    leave: () => {
      isLeaving.current = true
      setProceed(null)
      proceed?.()
    },
  }
}

/** The link to another page of the site that a click follows in this tab; null for any other click. */
function findLeavingLink(event: MouseEvent, here: string): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]:not([href^="#"])')
  if (!link || link.target || link.download || link.origin !== window.location.origin) return null
  return pathOf(link) === here ? null : link
}
