import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import styles from './layout.module.css'
import { PageOutlet } from './page-outlet.tsx'
import { TopBar } from './top-bar.tsx'

/** A page of which nothing has changed for this long, and nothing is loading, counts as loaded: its parts come in turn. */
const QUIET_MS = 200

/** The main site: top bar, page, footer (spec §2), and on phones a bar of shortcuts. */
export function Layout() {
  const { pathname, search } = useLocation()
  const frame = useMarkWhenLoaded(pathname + search)
  return (
    <div className={styles.frame} ref={frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <TopBar />
      <PageOutlet className={styles.main} />
      <Footer />
      <BottomBar />
    </div>
  )
}

/**
 * Marks an element with `data-loaded` once the page at an address was loaded, whatever it loads afterwards. Not as state, which
 * would render every page once more.
 * @returns the ref of the element
 */
function useMarkWhenLoaded(address: string) {
  const ref = useRef<HTMLDivElement>(null)
  // Before the next page is painted, so that its footer is not seen in the place of the last one's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each page
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout>
    const lookWhenQuiet = () => {
      clearTimeout(timer)
      timer = setTimeout(look, QUIET_MS)
    }
    const observer = new MutationObserver(lookWhenQuiet)
    const look = () => {
      if (element.querySelector('[data-waiting], [data-skeleton]')) return
      observer.disconnect()
      element.dataset.loaded = ''
    }
    observer.observe(element, { childList: true, subtree: true })
    lookWhenQuiet()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      delete element.dataset.loaded
    }
  }, [address])
  return ref
}
