const page = `
  <div id="a" class="p q">
    <span id="b" class="p" data-col='acts'></span>
    <svg id="c" viewBox="0 0 1 1"><g id="d" class="p"></g></svg>
    <input id="e" type="checkbox" checked>
    <input id="f" type="TEXT" disabled>
  </div>
  <ul id="g" role="list grid">
    <li id="h" aria-selected="true"><a id="i" href="/x/y"></a></li>
    <li id="j" aria-selected="true" class="p\nq"><b id="k"></b></li>
    <li id="l"><a id="m"></a></li>
  </ul>
  <p id="n" lang="en-US"></p><p id="o" lang=""></p>`

beforeEach(() => {
  document.body.innerHTML = page
})
const idsOf = (selector: string) => Array.from(document.body.querySelectorAll(selector), ({ id }) => id).join('')

test.each([
  ['*', 'abcdefghijklmno'],
  ['li', 'hjl'],
  ['.p', 'abdj'],
  ['.q.p', 'aj'],
  ['#k', 'k'],
  ['.p .p', 'bd'],
  ['.p>.p', 'b'],
  ['svg > g', 'd'],
  ['li + li', 'jl'],
  ['#h + li', 'j'],
  ['#h ~ li', 'jl'],
  ['.q > #d', ''],
  ['ul ~ p', 'no'],
  ['b, #a , span', 'abk'],
  ['[role~="grid"]', 'g'],
  ['[role="grid"]', ''],
  ['[data-col=acts]', 'b'],
  ["[data-col='acts']", 'b'],
  ['input[type="text"]', 'f'],
  ['a[href^="/x"]', 'i'],
  ['a[href$="y"]', 'i'],
  ['a[href*="z"]', ''],
  ['[lang]:not([lang=""])', 'n'],
  ['li:not([aria-selected], .q)', 'l'],
  ['ul :is(b, a[href])', 'ik'],
  ['li:has(a)', 'hl'],
  ['body:has(> a)', ''],
  ['li:has(> a)', 'hl'],
  ['li:has(+ [aria-selected="true"])', 'h'],
  ['div:has(.p, b)', 'a'],
  ['li:first-child a', 'i'],
  ['input:checked', 'e'],
  ['.p:has(input:disabled)', 'a'],
  ['a:not([href]), :disabled', 'fm'],
  ['p::after', ''],
])('selects by %s', (selector, expected) => {
  expect(idsOf(selector)).toBe(expected)
  expect(document.body.querySelector(selector)?.id ?? '').toBe(expected.charAt(0))
  const matching = Array.from(document.body.querySelectorAll('*')).filter((element) => element.matches(selector))
  expect(matching.map(({ id }) => id).join('')).toBe(expected)
})

test('finds the closest ancestor, beginning with the element', () => {
  const link = document.getElementById('i')
  expect(link?.closest('li, a')?.id).toBe('i')
  expect(link?.closest('ul li, ul')?.id).toBe('h')
  expect(link?.closest('li:last-child')).toBeNull()
})

test.each(['', 'div,', 'div >', '..a', ':not()'])('refuses the invalid selector "%s"', (selector) => {
  expect(() => document.querySelector(selector)).toThrow(expect.objectContaining({ name: 'SyntaxError' }))
  expect(() => document.body.matches(selector)).toThrow(expect.objectContaining({ name: 'SyntaxError' }))
})
