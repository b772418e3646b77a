/**
 * Runs something while people use the page. A page that they leave may stay in the browser's back/forward cache, frozen:
 * it must hold no stream and no lock meanwhile, or the browser discards it as soon as another page asks for the lock, and
 * going back is no longer instant.
 * @param start returns a function that ends it
 * @returns a function that ends it for good
 */
export function whileInUse(start: () => () => void): () => void {
  let end = start()
  const leave = () => end()
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    // The first event of a page that was loaded: it has started already.
    if (persisted) end = start()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', comeBack)
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', comeBack)
    end()
  }
}
