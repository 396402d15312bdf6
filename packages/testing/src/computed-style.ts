/** What inherited properties are where nothing declares them. */
const inherited: Readonly<Record<string, string>> = { visibility: 'visible', 'pointer-events': 'auto' }
/** Neither a shorthand nor a part of one, and not parsed by jsdom. */
const unparsed = new Set([
  ...Object.keys(inherited),
  'backdrop-filter',
  'contain',
  'direction',
  'display',
  'filter',
  'overflow',
  'overflow-x',
  'overflow-y',
  'perspective',
  'position',
  'rotate',
  'scale',
  'scrollbar-gutter',
  'transform',
  'translate',
  'will-change',
])
/** Parsed by jsdom -> the shorthand that sets it too. */
const parsed = new Map([
  ['height', ''],
  ['width', ''],
  ...['top', 'right', 'bottom', 'left'].map((side) => [`margin-${side}`, 'margin'] as const),
])
/** Pseudo-classes of the top layer: jsdom refuses them as invalid, which takes long, and positioning asks again and again. */
const topLayer = new Set([':modal', ':popover-open'])

/** Undefined for a property that has to be computed together with others. */
function separateName(key: string): string | undefined {
  if (key.startsWith('--')) return key
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return unparsed.has(name) || parsed.has(name) ? name : undefined
}

interface Declaration {
  readonly selector: string
  readonly value: string
  /** Position in the cascade of the sheet. */
  readonly at: number
}

/** The declarations of one property in one sheet. */
interface Declarations {
  /** A class that an element must have to match -> the declarations, in the order of the cascade. */
  readonly byClass: ReadonlyMap<string, readonly Declaration[]>
  readonly others: readonly Declaration[]
}

interface Indexed {
  readonly rules: readonly CSSRule[]
  readonly declaring: Map<string, Declarations>
}

/** A class in the last compound of a selector that is no list and has neither a function nor a string. */
const requiredClass = /^[^,()"']*\.([\w-]+)[^\s>+~,()"']*$/

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
  const parser = withoutSheets.createElement('i').style
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

  function declarationsOf(sheet: CSSStyleSheet, property: string): Declarations {
    const { rules, declaring } = indexOf(sheet)
    let found = declaring.get(property)
    if (!found) {
      const byClass = new Map<string, Declaration[]>()
      const others: Declaration[] = []
      for (const [at, { selectorText: selector, style }] of rules.flatMap(styleRulesOf).entries()) {
        const value = declaredValue(property, style)
        if (value === '') continue
        const name = requiredClass.exec(selector)?.[1]
        const list = name === undefined ? others : (byClass.get(name) ?? [])
        list.push({ selector, value, at })
        if (name !== undefined) byClass.set(name, list)
      }
      declaring.set(property, (found = { byClass, others }))
    }
    return found
  }

  /** Empty for a value that jsdom ignores. */
  function declaredValue(property: string, style: CSSStyleDeclaration): string {
    const own = style.getPropertyValue(property)
    const shorthand = parsed.get(property)
    if (shorthand === undefined || own === 'unset') return own
    parser.cssText = ''
    for (const name of Array.from(style)) {
      if (name === property || name === shorthand) parser.setProperty(name, style.getPropertyValue(name))
    }
    return parser.getPropertyValue(property)
  }

  /** The last one that matches. */
  function declarationFor(element: Element, classes: readonly string[], { byClass, others }: Declarations) {
    let last = others.findLast(({ selector }) => isMatch(element, selector))
    for (const name of classes) {
      const found = byClass.get(name)?.findLast(({ selector }) => isMatch(element, selector))
      if (found && found.at > (last?.at ?? -1)) last = found
    }
    return last
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
    const classes = element.getAttribute('class')?.split(/\s+/) ?? []
    for (const sheet of Array.from(element.ownerDocument.styleSheets).toReversed()) {
      const declaration = declarationFor(element, classes, declarationsOf(sheet, property))
      if (declaration) return set(declaration.value)
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

  const { matches } = window.Element.prototype
  Object.assign(window.Element.prototype, {
    matches(this: Element, selector: string) {
      return !topLayer.has(selector) && matches.call(this, selector)
    },
  })
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
