import { buildAll } from './build-all.ts'

const [command, ...rest] = process.argv.slice(2)
try {
  if (command === 'build') await buildAll(rest.includes('--development') ? 'development' : 'production')
  else throw new Error('Say one of: build, dev, size.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
