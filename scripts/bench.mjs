// `npm run bench [name …]`: measures the budgets on this machine and writes them to docs/benchmarks.md.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const node = path.join(root, 'node_modules/node/bin/node')
const { status } = spawnSync(node, [path.join(root, 'e2e/bench/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
