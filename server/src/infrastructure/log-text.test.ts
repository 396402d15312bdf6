import { logText } from './log-text.ts'

const head = { level: 'warn', time: '2026-05-01T12:00:00.000Z' }
const textOf = (rest: object) => logText(`${JSON.stringify({ ...head, ...rest })}\n`)

test('a line has the time, the level, the message and the values', () => {
  expect(textOf({ node: 'a', ms: 12, data: { a: 1 }, msg: 'call' })).toBe(
    '2026-05-01T12:00:00.000Z warn  call node=a ms=12 data={"a":1}\n',
  )
})

test('an error has its stack below, indented', () => {
  expect(
    textOf({ err: { type: 'Error', message: 'broken', stack: 'Error: broken\n    at a.ts:1' }, msg: 'failed' }),
  ).toBe('2026-05-01T12:00:00.000Z warn  failed type=Error message=broken\n    Error: broken\n        at a.ts:1\n')
})

test.each(['\n', '\r\n', '\u001b[2J'])('no value or message begins another line: %j', (end) => {
  const text = textOf({ name: `a${end}2026 info call`, msg: `b${end}c`, err: { stack: `Error: d${end}2026 info` } })
  expect(text.split(/[\r\n]/).filter((line) => /^\S/.test(line))).toHaveLength(1)
  expect(text).not.toContain('\u001b')
})
