import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { guardHistory } from './history-guard.ts'

const pathOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

/** Where an entry stands in the tab's history, as the router notes it in each; NaN for one that is not the router's. */
const placeInHistory = () => Number(window.history.state?.idx ?? Number.NaN)

/**
 * Holds back whoever leaves the page while something on it is unsaved, and lets them go on when they say so. The
 * router can block only when it is given its routes as data, which ours is not (pages are lazy parts of one tree), so
 * this listens before it does: to clicks on links and to moves in the history, which are taken back meanwhile. The
 * browser itself asks about what ends the document. A logout is no loss by mistake and is not held back.
 */
export function useLeaving(isUnsaved: boolean) {
  const here = pathOf(useLocation())
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isUnsaved) return
    const place = placeInHistory()

    function followLink(event: MouseEvent) {
      const link = isLeaving.current ? null : linkAway(event, here)
      if (!link) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setGoOn(() => () => link.click())
    }

    function travel(event: PopStateEvent) {
      if (isLeaving.current || pathOf(window.location) === here) return
      const steps = placeInHistory() - place
      // Entries that are not the router's cannot be counted: better let go than lead astray.
      if (!steps) return
      event.stopImmediatePropagation()
      window.history.go(-steps)
      setGoOn(() => () => window.history.go(steps))
    }

    const unload = (event: Event) => event.preventDefault()

    // As it captures, it comes before the links themselves.
    document.addEventListener('click', followLink, true)
    guardHistory(travel)
    window.addEventListener('beforeunload', unload)
    return () => {
      document.removeEventListener('click', followLink, true)
      guardHistory(null)
      window.removeEventListener('beforeunload', unload)
    }
  }, [isUnsaved, here])

  return {
    isAsking: goOn !== null,
    isLeaving: () => isLeaving.current,
    stay: () => setGoOn(null),
    leave: () => {
      isLeaving.current = true
      setGoOn(null)
      goOn?.()
    },
  }
}

/** The link of the site that a click follows to another page in this tab; null when it is none. */
function linkAway(event: MouseEvent, here: string): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]:not([href^="#"])')
  if (!link || link.target || link.download || link.origin !== window.location.origin) return null
  return pathOf(link) === here ? null : link
}
