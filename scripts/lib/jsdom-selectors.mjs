// Matches selectors for jsdom. Queries by role and computed styles match hundreds of selectors with each element, for which
// jsdom has nwsapi: a quarter of the time of component tests. This runs on the objects behind jsdom's wrappers, outside of
// the context of a test file, and is compiled once for a process. What it does not know is left to nwsapi.
import { createRequire } from 'node:module'

const requireFromJsdom = createRequire(
  createRequire(import.meta.resolve('jest-environment-jsdom')).resolve('jsdom/package.json'),
)

/** A part of a compound selector. */
const part =
  /(?<tag>\*|[a-z][a-z\d-]*)|\.(?<className>[\w-]+)|#(?<id>[\w-]+)|\[(?<name>[a-z][a-z\d-]*)(?:(?<operator>[~^$*]?=)(?:"(?<double>[^"\\]*)"|'(?<single>[^'\\]*)'|(?<bare>[\w-]+)))?\]|:(?<list>not|is|where|has)\((?<argument>(?:[^()]|\([^()]*\))*)\)|(?<pseudo>::?[a-z][a-z-]*(?:\((?:[^()]|\([^()]*\))*\))?)/y
const between = /\s*(?<combinator>[>+~,])\s*|\s+/y

const isElement = (node) => node?.nodeType === 1
const attribute = (element, name) => element._attributesByNameMap.get(name)?.[0]?._value ?? null
const hasWord = (text, word) => ` ${text.replaceAll(/[\t\n\f\r]/g, ' ')} `.includes(` ${word} `)
const comparisons = {
  '=': (found, value) => found === value,
  '~=': (found, value) => value !== '' && hasWord(found, value),
  '^=': (found, value) => value !== '' && found.startsWith(value),
  '$=': (found, value) => value !== '' && found.endsWith(value),
  '*=': (found, value) => value !== '' && found.includes(value),
}

function someDescendant(element, isWanted) {
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isElement(child) && (isWanted(child) || someDescendant(child, isWanted))) return true
  }
  return false
}
function someChild(element, isWanted) {
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isElement(child) && isWanted(child)) return true
  }
  return false
}

/** Null for what only nwsapi knows. */
function testOfList(list, argument) {
  const [, relation, inner] = /^\s*([>+~]?)\s*([^]*)$/.exec(argument)
  const alternatives = parse(inner)
  if (!alternatives?.every(({ isExact }) => isExact)) return null
  const isWanted = (element) => alternatives.some(({ compounds }) => matchesFrom(compounds, 0, element))
  if (list !== 'has') return relation ? null : list === 'not' ? (element) => !isWanted(element) : isWanted
  // A relation belongs to the first alternative only, and a combinator looks at the ancestors of the element too.
  if (alternatives.some(({ compounds }) => compounds.length > 1) || (relation && alternatives.length > 1)) return null
  if (relation === '') return (element) => someDescendant(element, isWanted)
  if (relation === '>') return (element) => someChild(element, isWanted)
  if (relation === '~') return null
  return ({ nextElementSibling }) => isElement(nextElementSibling) && isWanted(nextElementSibling)
}

/** Null for what only nwsapi knows. */
function testOf({ tag, className, id, name, operator, double, single, bare, list, argument }) {
  if (tag === '*') return () => true
  if (tag) return ({ _localName }) => _localName === tag
  if (className) return testOf({ name: 'class', operator: '~=', bare: className })
  if (id) return testOf({ name: 'id', operator: '=', bare: id })
  if (list) return testOfList(list, argument)
  if (!name) return null
  if (!operator) return (element) => attribute(element, name) !== null
  const fold = (text) => (name === 'type' ? text.toLowerCase() : text)
  const value = fold(double ?? single ?? bare)
  const compare = comparisons[operator]
  return (element) => {
    const found = attribute(element, name)
    return found !== null && compare(fold(found), value)
  }
}

/**
 * The alternatives of a selector, each with its compounds from right to left. One that is not exact has further parts,
 * which only nwsapi knows. Null for a selector of another form.
 */
function parse(selector) {
  const text = selector.trim()
  const alternatives = []
  let compounds = []
  let isExact = true
  let at = 0
  const read = (pattern) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found?.groups
  }
  for (let combinator = ','; ;) {
    const tests = []
    const start = at
    for (let found = read(part); found; found = read(part)) {
      if (found.tag && tests.length > 0) return null
      const test = testOf(found)
      if (test) tests.push(test)
      else isExact = false
    }
    if (at === start) return null
    compounds.unshift({ tests, combinator })
    combinator = at < text.length ? read(between)?.combinator : ','
    if (at < text.length && combinator === undefined && !/\s/.test(text[at - 1])) return null
    if (combinator === ',') {
      alternatives.push({ compounds, isExact })
      compounds = []
      isExact = true
      if (at >= text.length) return text.endsWith(',') ? null : alternatives
    }
  }
}

/** Whether an element matches the compound at `at`, and what is before it those behind. */
function matchesFrom(compounds, at, element) {
  const { tests, combinator } = compounds[at]
  for (const test of tests) if (!test(element)) return false
  if (combinator === ',') return true
  const isSibling = combinator === '+' || combinator === '~'
  const next = isSibling ? 'previousElementSibling' : 'parentNode'
  for (let other = element[next]; isElement(other); other = other[next]) {
    if (matchesFrom(compounds, at + 1, other)) return true
    if (combinator === '>' || combinator === '+') return false
  }
  return false
}

const parsed = new Map()
function parseOnce(selector) {
  if (!parsed.has(selector)) parsed.set(selector, parse(String(selector)))
  return parsed.get(selector)
}

/** Has to be called before jsdom is loaded. */
export function installFastSelectors() {
  const nwsapi = requireFromJsdom('nwsapi')
  const { implForWrapper, wrapperForImpl } = requireFromJsdom('./lib/jsdom/living/generated/utils.js')

  requireFromJsdom.cache[requireFromJsdom.resolve('nwsapi')].exports = (window) => {
    const slow = nwsapi(window)
    const matchers = new Map()

    /** Null for what only nwsapi knows. It also throws for what is invalid. */
    function createMatcher(selector) {
      const alternatives = parseOnce(selector)
      if (!alternatives?.every(({ isExact }) => isExact)) slow.match(selector, window.document.documentElement)
      if (!alternatives) return null
      return (element) => {
        let isCandidate = false
        for (const { compounds, isExact } of alternatives) {
          if (!matchesFrom(compounds, 0, element)) continue
          if (isExact) return true
          isCandidate = true
        }
        return isCandidate && slow.match(selector, wrapperForImpl(element))
      }
    }
    function matcherOf(selector) {
      let matcher = matchers.get(selector)
      if (matcher === undefined) matchers.set(selector, (matcher = createMatcher(selector)))
      return matcher
    }
    function select(selector, wrapper, isOne) {
      const isWanted = matcherOf(selector)
      if (!isWanted) return slow.select(selector, wrapper)
      const found = []
      someDescendant(implForWrapper(wrapper), (element) => {
        if (!isWanted(element)) return false
        found.push(wrapperForImpl(element))
        return isOne
      })
      return found
    }

    return {
      ...slow,
      match: (selector, wrapper) => matcherOf(selector)?.(implForWrapper(wrapper)) ?? slow.match(selector, wrapper),
      closest(selector, wrapper) {
        const isWanted = matcherOf(selector)
        if (!isWanted) return slow.closest(selector, wrapper)
        let element = implForWrapper(wrapper)
        while (isElement(element) && !isWanted(element)) element = element.parentNode
        return isElement(element) ? wrapperForImpl(element) : null
      },
      first: (selector, wrapper) => select(selector, wrapper, true)[0] ?? null,
      select: (selector, wrapper) => select(selector, wrapper, false),
    }
  }
}
