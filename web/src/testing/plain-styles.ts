const INLINE = new Set([
  'A',
  'ABBR',
  'B',
  'BDI',
  'CODE',
  'EM',
  'I',
  'KBD',
  'LABEL',
  'SMALL',
  'SPAN',
  'STRONG',
  'TIME',
])

/** The style of an element without a `style` attribute, by its display. */
const [inline, block] = ['inline', 'block'].map(display => {
  const style = document.createElement('div').style
  style.display = display
  return style
})

/**
 * Makes `getComputedStyle` return the styles of the element's own attribute, or else the display of its kind. happy-dom
 * computes those of all ancestors anew after each change, which takes a tenth of the time of these tests, and there are no
 * style sheets in them.
 */
export function computePlainStyles(): void {
  window.getComputedStyle = element => {
    const plain = INLINE.has(element.tagName) ? inline : block
    return (
      element instanceof HTMLElement && element.hasAttribute('style') ? element.style : plain
    ) as CSSStyleDeclaration
  }
}
