// `npm run dev [-- --only mf-admin] [--against URL]`: hot reload in the shell and the sections. Without `--against` it
// starts a server too, which restarts when its code changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, staleApps, unbuiltApps } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { env, node, root } from './lib/paths.mjs'

const args = process.argv.slice(2)
install()
// The development servers build the shell and the local sections. The server serves the others from their last build.
if (!args.includes('--against')) await build(args.includes('--only') ? unbuiltApps() : staleApps())

// Changed modules have no build: Node strips their types, and keeps the texts of the others.
const cached = { ...env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/holdall') }
const run = (...command) => spawn(node, command, { cwd: root, env: cached, stdio: 'inherit' })
const children = [run(join(root, 'packages/build/src/cli.ts'), 'dev', ...args)]
if (!args.includes('--against')) {
  children.push(run('--watch', join(root, 'server/src/main.mjs')))
  // Every mail in every language, at http://127.0.0.1:8089/dev/mails.
  children.push(run('--watch', join(root, 'server/src/testing/mail-preview/main.ts')))
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill(signal)))
// When one ends, the other is ended too.
for (const child of children) {
  child.on('close', (code) => {
    process.exitCode ??= code ?? 1
    children.forEach((other) => other.kill())
  })
}
