/** Members of any object that measure time, processor time or the event loop's delay, or repeat a failed test. */
const REFUSED_MEMBERS = new Set(['retryTimes', 'hrtime', 'cpuUsage', 'threadCpuUsage'])
const REFUSED_IMPORTS = new Set(['monitorEventLoopDelay', 'performance', 'PerformanceObserver', 'hrtime', 'cpuUsage'])
/** The helpers of the benches that measure. */
const TIMING_HELPERS = /(^|\/)(unblocked|longest-block|event-loop)(\.ts)?$/

const MESSAGE =
  'Tests compare no time with a limit and repeat nothing: count instead, wait for a condition or use a fake clock. Speed is measured by `npm run bench`.'

const nameOf = (node) => (node.computed ? node.property.value : node.property.name)
const isCallOf = (node, object, property) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.object.name === object &&
  nameOf(node.callee) === property

/** Whether a node is an argument of `expect(…)` or of a matcher after it, such as `toBeLessThan(…)`. */
function isInsideExpect(node) {
  for (let each = node.parent; each; each = each.parent) {
    if (each.type !== 'CallExpression') continue
    let { callee } = each
    while (callee.type === 'MemberExpression') callee = callee.object
    const root = callee.type === 'CallExpression' ? callee.callee : callee
    if (root.type === 'Identifier' && root.name === 'expect') return true
  }
  return false
}

/** Names of constants whose value depends on `Date.now()` are tracked, so that a difference cannot be named first. */
const readsClock = (node) => {
  if (!node || typeof node !== 'object') return false
  if (isCallOf(node, 'Date', 'now')) return true
  if (node.type === 'BinaryExpression') return readsClock(node.left) || readsClock(node.right)
  return node.type === 'UnaryExpression' && readsClock(node.argument)
}

export const noTimingInTests = {
  meta: { type: 'problem', docs: { description: 'Refuses tests that measure time or are repeated.' } },
  create(context) {
    const report = (node) => context.report({ node, message: MESSAGE })
    /** Constants that hold a difference of two times. */
    const durations = new Set()
    return {
      MemberExpression(node) {
        const name = nameOf(node)
        const isPerformanceNow = name === 'now' && node.object.name === 'performance'
        if (REFUSED_MEMBERS.has(name) || isPerformanceNow || name === 'monitorEventLoopDelay') report(node)
      },
      ImportSpecifier(node) {
        if (REFUSED_IMPORTS.has(node.imported.name)) report(node)
      },
      ImportDeclaration(node) {
        if (TIMING_HELPERS.test(node.source.value)) report(node)
      },
      ImportExpression(node) {
        if (TIMING_HELPERS.test(node.source.value ?? '')) report(node)
      },
      VariableDeclarator(node) {
        const isDuration = node.init?.type === 'BinaryExpression' && node.init.operator === '-' && readsClock(node.init)
        if (isDuration && node.id.type === 'Identifier') durations.add(node.id.name)
      },
      Identifier(node) {
        if (durations.has(node.name) && isInsideExpect(node)) report(node)
      },
      CallExpression(node) {
        if (isCallOf(node, 'Date', 'now') && isInsideExpect(node)) report(node)
      },
    }
  },
}
