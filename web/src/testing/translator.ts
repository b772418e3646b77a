import { configure } from '@testing-library/react'
import { tolerateTranslators } from '../ui/browser/translated-pages.ts'

/** Where translators put no elements. */
const LEFT_ALONE = 'font, script, style, title, option, textarea, svg'

/**
 * Puts elements in place of every text of the page, also of those that come later, as the translators of browsers do: the
 * words stay as they are, but the nodes that React knows are gone.
 */
export function translatePages(): void {
  tolerateTranslators()
  hideFromQueries()
  const observer = new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) translate(node)
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

function translate(node: Node) {
  if (!(node instanceof Text)) {
    if (node instanceof Element && node.matches(LEFT_ALONE)) return
    for (const child of [...node.childNodes]) translate(child)
  } else if (node.data.trim() !== '' && !node.parentElement?.closest(LEFT_ALONE)) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(node.data)
    outer.append(inner)
    node.replaceWith(outer)
  }
}

/** Lets queries find the element in which a text is, as without a translator. */
function hideFromQueries() {
  const isFont = (node: Node) => node.nodeName === 'FONT'
  const read = <T extends Node>(prototype: object, name: string, show: (nodes: T[]) => T[]) => {
    const { get, ...property } = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
    Object.defineProperty(prototype, name, {
      ...property,
      get(this: Node) {
        const shown = show(Array.from(get?.call(this)))
        return Object.assign(shown, { item: (at: number) => shown[at] ?? null })
      },
    })
  }
  configure({ defaultIgnore: 'script, style, font' })
  read<Node>(Node.prototype, 'childNodes', nodes =>
    nodes.flatMap(node => (isFont(node) ? [...node.childNodes] : node)),
  )
  read<Element>(Element.prototype, 'children', elements => elements.filter(element => !isFont(element)))
}
