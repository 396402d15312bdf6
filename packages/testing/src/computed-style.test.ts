/** jsdom's own, which the setup of all tests has replaced. */
function jsdomsOwn(): typeof getComputedStyle {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { getComputedStyle: original } = frame.contentWindow!
  return original.bind(frame.contentWindow)
}

beforeEach(() => {
  document.head.innerHTML = `<style>
    .flex { display: flex; pointer-events: none }
    .gone, p.gone:not(.kept) { display: none }
    .later { display: grid; overflow-y: auto; --row: 40px; margin: 4px }
    ul { overflow: hidden; direction: ltr; transform: none }
    .unset { display: unset; visibility: unset }
    .hidden { visibility: hidden }
    .shown { visibility: visible; pointer-events: auto }
    .wide { width: 40px; height: 1em; margin: 3px 5px; scale: 2; filter: blur(2px); will-change: transform; contain: paint }
    .wide.fit { width: fit-content; height: nonsense; margin-left: 2px; margin-top: nonsense; perspective: 3px; rotate: 4deg }
    .under > .below.wide, i, .wide:not(.fit) { height: 3px; width: unset }
    .bad::nonsense( { display: none }
    .under > .below { display: none }
    .below[title='a.b'] { display: table }
    @media screen { .screen { display: none } }
    @media (max-width: 9999px) { .narrow { display: none } }
    @keyframes fade { from { visibility: hidden } }
  </style>`
  document.body.innerHTML = `
    <div class="flex gone"><p class="gone later">a</p><p class="gone kept">b</p></div>
    <div class="hidden"><span>c<b class="shown"><i>d</i></b></span><i class="unset">e</i></div>
    <div class="under"><div class="below">f</div></div><div class="below" title="a.b">g</div>
    <div class="screen"></div><div class="narrow"></div>
    <div hidden>h</div><input type="hidden"><input><dialog>i</dialog><dialog open>j</dialog>
    <div style="display: none" class="later"></div><div style="visibility: hidden"><u>k</u></div>
    <div class="under"><p class="fit wide">o</p><p class="below wide">p</p><p class="wide" style="width: 9px">q</p></div>
    <svg><path class="flex"></path></svg><ul><li>l</li></ul><bdo dir="rtl">n</bdo><textarea></textarea><details><summary>m</summary></details>`
})

const asked =
  'display visibility pointer-events position direction transform scrollbar-gutter --row overflow overflow-x ' +
  'overflow-y color border-left-width margin-left margin-top width height scale rotate perspective filter will-change contain'

function expectTheSame(): void {
  const original = jsdomsOwn()
  for (const element of document.querySelectorAll('*')) {
    const [own, fast] = [original(element), getComputedStyle(element)]
    const values = (style: CSSStyleDeclaration) => asked.split(' ').map((name) => style.getPropertyValue(name))
    expect([element.outerHTML, ...values(fast)]).toEqual([element.outerHTML, ...values(own)])
    const members = ({ display, visibility, pointerEvents, overflowY, marginLeft }: CSSStyleDeclaration) =>
      [display, visibility, pointerEvents, overflowY, marginLeft].join()
    expect(members(fast)).toEqual(members(own))
  }
}

test('every element has the values that jsdom computes', () => {
  expectTheSame()
})

test('values follow rules that are inserted, replaced and deleted', () => {
  const sheet = document.styleSheets[0]!
  expectTheSame()
  sheet.insertRule('.later { display: inline-grid }', sheet.cssRules.length)
  expectTheSame()
  sheet.deleteRule(0)
  sheet.insertRule('.flex { display: inline-flex; visibility: collapse }', 0)
  expectTheSame()
  document.head.replaceChildren()
  expectTheSame()
})

test('pseudo-classes of the top layer match nothing', () => {
  expect(document.body.matches(':modal')).toBe(false)
  expect(document.body.matches(':popover-open')).toBe(false)
  expect(document.body.matches('body')).toBe(true)
})
