// `npm run dev [--only mf-admin] [--against URL]`: hot reload in the shell and the sections.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { env, node, root } from './lib/paths.mjs'

const script = join(root, 'packages/build/src/cli.ts')
const child = spawn(node, [script, 'dev', ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => {
  process.exitCode = code ?? 1
})
