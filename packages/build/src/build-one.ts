import { basename } from 'node:path'
import { buildApp } from './build.ts'

const [dir = '.', mode = 'production'] = process.argv.slice(2)
try {
  const { warnings, milliseconds } = await buildApp(dir, { mode: mode === 'development' ? mode : 'production' })
  for (const warning of warnings) console.warn(`${basename(dir)}: ${warning}`)
  console.log(`${basename(dir)} built in ${(milliseconds / 1000).toFixed(1)} s`)
} catch (error) {
  console.error(`${basename(dir)}:\n${(error as Error).message}`)
  process.exitCode = 1
}
