import { dev } from './dev/dev-server.ts'
import { checkSizes } from './size.ts'

const [command, ...rest] = process.argv.slice(2)
try {
  if (command === 'size') process.exitCode = checkSizes() ? 0 : 1
  else if (command === 'dev') await dev(rest)
  else throw new Error('It is: cli.ts dev | size.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
