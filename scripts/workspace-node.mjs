import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a script of the repository on the Node of the workspace, which may be newer than the machine's. */
export function onWorkspaceNode(script, ...args) {
  const child = spawn(`${root}/node_modules/node/bin/node`, [`${root}/${script}`, ...args, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('close', (code) => {
    process.exitCode = code ?? 1
  })
}
