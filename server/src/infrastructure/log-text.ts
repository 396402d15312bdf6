/** Without spaces, quotes and control characters, which have to be escaped: a value must not look like another line. */
const plainValue = /^[^\s"=\p{Cc}]+$/u
const plainMessage = /^\P{Cc}*$/u

const textOf = (value: unknown, plain: RegExp) =>
  typeof value === 'string' && plain.test(value) ? value : String(JSON.stringify(value))

const indented = (stack: unknown) =>
  typeof stack === 'string' ? stack.split(/\r?\n|\r/).map((line) => `    ${line.replaceAll(/\p{Cc}/gu, '')}`) : []

/** A line of the log in JSON as text: time, level, message and `name=value`, then the stack of an error, indented. */
export function logText(line: string): string {
  const { level, time, msg = '', err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const { stack, ...error } = (err ?? {}) as Record<string, unknown>
  const values = Object.entries({ ...rest, ...error }).map(([name, value]) => `${name}=${textOf(value, plainValue)}`)
  const first = [String(time), String(level).padEnd(5), textOf(msg, plainMessage), ...values].join(' ')
  return `${[first, ...indented(stack)].join('\n')}\n`
}
