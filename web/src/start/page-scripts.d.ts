declare global {
  interface Window {
    /**
     * On a page that the build rendered (start.ts): resolves when the scripts of the page have run, one at a time, or when
     * one is late.
     */
    pageScripts?: Promise<void>
  }
}

export {}
