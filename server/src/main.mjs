#!/usr/bin/env node
// Owns the process. Plain JavaScript, so that an older Node can read it and say what it lacks, and so that what strips
// types (15 MB) is not loaded for this file alone: with a warm cache nothing else needs it.
// The whole module: an older Node has no such export, and would fail before the sentence.
import module from 'node:module'

const needed = 24
const found = Number.parseInt(process.versions.node, 10)
if (found < needed) {
  process.stderr.write(`Holdall needs Node ${needed} or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
// What is written belongs to this user alone, whatever the mode of the data folder.
process.umask(0o077)
// Calls of the file system take a thread each until the disk answers. Of the default four, four files that are made durable
// would keep all downloads waiting.
process.env.UV_THREADPOOL_SIZE ??= '16'
// Stripped and compiled once: later starts are quicker and smaller. Where it cannot be written, it is done without.
module.enableCompileCache(new URL('../../node_modules/.cache/holdall', import.meta.url).pathname)
// Nothing native is imported before the version of Node is known to fit.
const { run } = await import('./run.ts')
await run()
