#!/usr/bin/env node
/** Owns the process. Nothing native is imported before the version of Node is known to fit. */
import { enableCompileCache } from 'node:module'

const needed = 24
const found = Number.parseInt(process.versions.node, 10)
if (found < needed) {
  process.stderr.write(`Holdall needs Node ${needed} or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
// What is written belongs to this user alone, whatever the mode of the data folder.
process.umask(0o077)
// Stripped and compiled once: later starts are quicker and smaller. Where it cannot be written, it is done without.
enableCompileCache(new URL('../../node_modules/.cache/holdall', import.meta.url).pathname)
const { run } = await import('./run.ts')
await run()
