/** jsdom has no layout: gives every element a size and a scroll, so that a virtual list shows rows. */
export function giveLayout({ width = 1000, height = 640 } = {}): void {
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => width },
    clientHeight: { configurable: true, get: () => height },
    // Higher than any list, so that scrolling is not limited.
    scrollHeight: { configurable: true, get: () => 100_000_000 },
  })
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number) {
    if (typeof to === 'object') this.scrollTop = to.top ?? this.scrollTop
    // Asynchronously, as in a browser.
    queueMicrotask(() => this.dispatchEvent(new Event('scroll')))
  }
}
