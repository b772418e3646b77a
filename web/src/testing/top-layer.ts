/** What had the focus when a dialog was opened. */
const openers = new Map<HTMLDialogElement, Element | null>()

/** Hides the page behind the top dialog from queries by role, as a browser hides it from people. */
function hidePageBehind() {
  const top = [...openers.keys()].at(-1)
  for (const element of document.body.children)
    if (top && element !== top) element.setAttribute('aria-hidden', 'true')
    else element.removeAttribute('aria-hidden')
}

/**
 * Lets modal dialogs hide the page, close on Escape and give the focus back, and popovers close on a press elsewhere, none of
 * which happy-dom does.
 */
export function imitateTopLayer(): void {
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (options) {
    if (!this.closest('dialog:not([open])')) focus.call(this, options)
  }
  HTMLDialogElement.prototype.showModal = function () {
    openers.set(this, document.activeElement)
    this.open = true
    hidePageBehind()
  }
  HTMLDialogElement.prototype.close = function () {
    const opener = openers.get(this)
    openers.delete(this)
    this.open = false
    hidePageBehind()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  }
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
  document.addEventListener('pointerdown', ({ target }) => {
    for (const popover of document.querySelectorAll('[popover="auto"]'))
      if (!(target instanceof Node && popover.contains(target)))
        popover.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'closed' }))
  })
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const top = [...openers.keys()].at(-1)
    if (key !== 'Escape' || defaultPrevented || !top) return
    if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
  })
}
