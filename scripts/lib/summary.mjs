import { heading } from './steps.mjs'

/** Prints what steps have done, and returns how many checks and tests failed. */
export function summary(done, started) {
  heading('summary')
  for (const { name, passed, failed, seconds, notes } of done) {
    const remark = notes.length > 0 ? `  (${notes.join(', ')})` : ''
    const mark = failed > 0 ? '✗' : '✓'
    process.stdout.write(
      `${mark} ${name.padEnd(16)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s${remark}\n`,
    )
  }
  const sum = (key) => done.reduce((total, step) => total + step[key], 0)
  process.stdout.write(`${((Date.now() - started) / 60_000).toFixed(1)} minutes\n`)
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
  return sum('failed')
}
