/** What React did to texts of translated pages in the current test. */
const changes: string[] = []

const hasKeyOf = (node: Node, prefix: string) => Object.keys(node).some(key => key.startsWith(prefix))

/**
 * Whether a translator would put its own elements in place of a text that React looks for later. React has no node for the
 * only child of an element, if it is one string. In the element of a root there is nothing but what a test renders.
 */
const isTranslated = (node: Node | null): node is Text =>
  node instanceof Text &&
  node.isConnected &&
  node.data.trim() !== '' &&
  hasKeyOf(node, '__reactFiber$') &&
  !(node.parentNode && hasKeyOf(node.parentNode, '__reactContainer$'))

const note = (what: string, { data, parentElement }: Text) =>
  changes.push(`React ${what} "${data}" in ${parentElement?.outerHTML.slice(0, 300)}`)

/** Notes when React changes or removes a text beside other children, or inserts something before one. */
export function watchChangingTexts(): void {
  const { insertBefore, removeChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'nodeValue')

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (isTranslated(child)) note('removes', child)
    return removeChild.call(this, child) as T
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    if (isTranslated(before)) note('inserts something before', before)
    return insertBefore.call(this, node, before) as T
  }
  Object.defineProperty(CharacterData.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: CharacterData, value: string | null) {
      if (isTranslated(this)) note(`writes "${value}" in place of`, this)
      nodeValue?.set?.call(this, value)
    },
  })
}

/**
 * Throws if React changed such a text in the test; `setup.ts` calls it after every test. In a page that a browser translates
 * the person would go on reading the old text. It needs an element of its own, in which it is one string.
 */
export function refuseChangingTexts(): void {
  const found = new Set(changes.splice(0))
  if (found.size > 0)
    throw new Error(
      `Give these texts elements of their own (testing/changing-texts.ts):\n${[...found].join('\n')}`,
    )
}
