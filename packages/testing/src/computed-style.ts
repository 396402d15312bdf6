/** What inherited properties are where nothing declares them. */
const inherited: Readonly<Record<string, string>> = { visibility: 'visible', 'pointer-events': 'auto' }
/** Neither a shorthand nor a part of one, and not parsed by jsdom. */
const separate = new Set([
  ...Object.keys(inherited),
  'direction',
  'display',
  'overflow',
  'overflow-x',
  'overflow-y',
  'position',
  'scrollbar-gutter',
  'transform',
  'translate',
])

/** Undefined for a property that has to be computed together with others. */
function separateName(key: string): string | undefined {
  if (key.startsWith('--')) return key
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return separate.has(name) ? name : undefined
}

interface Indexed {
  readonly rules: readonly CSSRule[]
  /** Property -> the rules that declare it, in their order. */
  readonly declaring: Map<string, readonly CSSStyleRule[]>
}

/**
 * Makes `getComputedStyle` of a jsdom window fast for the properties that tests and libraries read most: for each query
 * by role Testing Library reads `display` and `visibility` of hundreds of elements, and jsdom computes all properties of
 * an element before it answers for one. They are found by the rules of jsdom, whose cascade knows the order of rules and
 * no specificity; every other property is answered by jsdom itself.
 */
export function answerComputedStylesFast(window: Window & typeof globalThis): void {
  const original = window.getComputedStyle.bind(window)
  const indexes = new WeakMap<CSSStyleSheet, Indexed>()
  const withoutSheets = window.document.implementation.createHTMLDocument('')
  const noStyle = withoutSheets.createElement('i').style
  const defaults = new Map<string, string>()
  const invalid = new Set<string>()

  /** Libraries insert and delete rules at any time. */
  function indexOf(sheet: CSSStyleSheet): Indexed {
    const known = indexes.get(sheet)
    const { cssRules } = sheet
    if (known?.rules.length === cssRules.length && known.rules.every((rule, at) => rule === cssRules[at])) return known
    const index = { rules: Array.from(cssRules), declaring: new Map() }
    indexes.set(sheet, index)
    return index
  }

  function rulesWith(sheet: CSSStyleSheet, property: string): readonly CSSStyleRule[] {
    const { rules, declaring } = indexOf(sheet)
    let found = declaring.get(property)
    if (!found) {
      found = rules.flatMap(styleRulesOf).filter(({ style }) => style.getPropertyValue(property) !== '')
      declaring.set(property, found)
    }
    return found
  }

  function isMatch(element: Element, selector: string): boolean {
    if (invalid.has(selector)) return false
    try {
      return element.matches(selector)
    } catch {
      invalid.add(selector)
      return false
    }
  }

  /** What jsdom's own sheet declares, whose selectors look at these attributes only. */
  function defaultOf(element: Element, property: string): string {
    const attributes = ['dir', 'hidden', 'open', 'type'].map((name) => element.getAttribute(name))
    const key = JSON.stringify([property, element.namespaceURI, element.localName, ...attributes])
    let value = defaults.get(key)
    if (value === undefined) {
      const bare = withoutSheets.importNode(element, false)
      for (const name of ['class', 'style', 'id']) bare.removeAttribute(name)
      defaults.set(key, (value = original(bare).getPropertyValue(property)))
    }
    return value
  }

  /** Empty where nothing declares it. */
  function cascaded(element: Element, property: string): string {
    const set = (value: string) => (value === 'unset' ? '' : value)
    const own = 'style' in element ? (element as HTMLElement).style.getPropertyValue(property) : ''
    if (own !== '') return set(own)
    for (const sheet of Array.from(element.ownerDocument.styleSheets).toReversed()) {
      const rule = rulesWith(sheet, property).findLast(({ selectorText }) => isMatch(element, selectorText))
      if (rule) return set(rule.style.getPropertyValue(property))
    }
    return property in inherited ? '' : defaultOf(element, property)
  }

  function computed(element: Element, property: string): string {
    const initial = inherited[property]
    if (initial === undefined) return cascaded(element, property)
    for (let from: Element | null = element; from; from = from.parentElement) {
      const value = cascaded(from, property)
      if (value !== '') return value
    }
    return initial
  }

  function fastStyle(element: Element): CSSStyleDeclaration {
    let all: CSSStyleDeclaration | undefined
    const whole = () => (all ??= original(element))
    const getPropertyValue = (key: string) => {
      const name = separateName(key)
      return name ? computed(element, name) : whole().getPropertyValue(key)
    }
    return new Proxy(noStyle, {
      get(_target, key) {
        if (key === 'getPropertyValue') return getPropertyValue
        const name = typeof key === 'string' ? separateName(key) : undefined
        if (name) return computed(element, name)
        const value: unknown = Reflect.get(whole(), key)
        return typeof value === 'function' ? (value.bind(whole()) as unknown) : value
      },
    })
  }

  window.getComputedStyle = (element, pseudoElement) =>
    pseudoElement ? original(element, pseudoElement) : fastStyle(element)
}

/** A rule with its declarations, and those of media that apply: jsdom knows `screen` only. */
function styleRulesOf(rule: CSSRule): CSSStyleRule[] {
  if ('media' in rule) {
    const { media, cssRules } = rule as CSSMediaRule
    return Array.from(media).includes('screen') ? Array.from(cssRules).flatMap(styleRulesOf) : []
  }
  return 'selectorText' in rule && 'style' in rule ? [rule as CSSStyleRule] : []
}
