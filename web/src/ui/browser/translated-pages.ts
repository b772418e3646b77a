/**
 * Lets React work in a page that the browser translates. Translators put elements of their own in place of the texts, and
 * React fails with a `NotFoundError` when it removes such a text, or inserts something before it (React's issue 11538,
 * https://github.com/facebook/react/issues/11538). A node that is elsewhere is removed from there, or not at all; what was
 * to go before it goes to the end.
 */
export function tolerateTranslators(): void {
  const { insertBefore, removeChild } = Node.prototype

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    return child.parentNode ? (removeChild.call(child.parentNode, child) as T) : child
  }

  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
}
